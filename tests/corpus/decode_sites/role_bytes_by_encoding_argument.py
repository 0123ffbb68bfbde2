# An encoding's name says bytes.
def to_text(thing):
    return thing.decode("utf-8"), thing.decode(encoding="latin-1")  #! site: bytes  #! site: bytes
