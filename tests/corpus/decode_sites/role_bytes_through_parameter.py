# The same function, called with bytes.
def to_text(thing):
    return thing.decode()  #! site: bytes


def main(path):
    return to_text(open(path, "rb").read())
