# Bodies of stubs.
class Reader:
    def read(self): ...

    size: int = ...


def show(tokenizer, x): return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
