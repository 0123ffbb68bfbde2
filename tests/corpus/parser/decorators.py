# Any expression may decorate.
import functools

buttons = [print]


@buttons[0]
@(lambda f: f)
@functools.lru_cache(maxsize=None)
def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site


@(d := functools.wraps(show))
class Named:
    pass
