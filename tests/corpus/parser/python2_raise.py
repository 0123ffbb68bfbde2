# Python 2: a message behind a comma. The grammar reads it as a tuple.
def fail(x):
    raise ValueError, "no text"


def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
