# yield as statement and as expression, and `yield from`.
def show(tokenizer, x):
    y = yield
    z = yield x, y
    yield from (tokenizer.decode(i) for i in z)  #! site: token unknown  # expect: unledgered-site
    return (yield)
