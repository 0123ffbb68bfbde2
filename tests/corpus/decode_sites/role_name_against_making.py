# The name says tokenizer, the making says bytes; the making is stronger.
def load(path):
    with open(path, "rb") as f:
        tokenizer = f.read()
    return tokenizer.decode("utf-8")  #! site: bytes
