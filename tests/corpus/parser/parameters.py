# Positional-only, keyword-only, starred, defaults and annotations.
def show(tokenizer, a, /, b: int = 1, *args: str, c, d=None, **kwargs) -> str:
    f = lambda x, /, y=2, *, z=3, **k: tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    return f(a, y=b, z=c)  #! site: token unknown  # expect: unledgered-site


def keyword_only(*, tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
