# Python 2: a comma before the name of the exception.
def show(tokenizer, x):
    try:
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    except ValueError, e:
        raise KeyError
