# The parameter says what it is.
def parse(data: bytes) -> str:
    return data.decode()  #! site: bytes
