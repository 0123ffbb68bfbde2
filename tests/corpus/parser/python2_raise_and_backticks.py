# Python 2: what the grammar cannot read is told with its place; the rest counts.
def fail(x):
    raise ValueError, "no text"  # expect: file-not-fully-parsed


def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
