# Without an argument there are no ids.
def to_text(thing):
    return thing.decode()  #! site: bytes
