# A bytes literal and what is built from it.
def banner():
    name = b"\xc3\xa9"
    return name.decode(), (name + b"!").decode("latin-1")  #! site: bytes  #! site: bytes
