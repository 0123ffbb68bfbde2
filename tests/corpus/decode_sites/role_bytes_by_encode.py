# `str.encode` gives bytes, and the round trip drops what does not fit; `enc` is a tokenizer's name.
def safe(text: str) -> str:
    enc = text.encode("ascii", errors="replace")
    return enc.decode("ascii")  #! site: bytes
