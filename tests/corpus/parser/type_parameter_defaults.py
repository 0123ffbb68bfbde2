# PEP 696: a type parameter with a default.
class Box[T = int]:
    pass


def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
