# Read as bytes, decoded as text: no ids anywhere. The name is a tokenizer's, the making is not.
def vocabulary(path):
    tokenizer = open(path, "rb").read()
    return tokenizer.decode()  #! site: bytes
