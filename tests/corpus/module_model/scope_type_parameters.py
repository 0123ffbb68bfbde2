# PEP 695: type parameters are a scope around the function.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")


def first[T](items: list[T], x) -> T:
    print(thing.decode(x))  #! site: token unknown  # expect: unledgered-site
    return items[0]


class Box[thing]:
    pass
