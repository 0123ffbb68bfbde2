# What to do with bad bytes says bytes.
def to_text(thing):
    return thing.decode(errors="ignore")  #! site: bytes
