# `bytes.decode(data)` is no decode site.
def to_text(data):
    return bytes.decode(data, "utf-8")  #! site: bytes
