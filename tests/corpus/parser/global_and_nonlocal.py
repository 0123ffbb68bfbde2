# Declarations of names.
count = 0


def outer(tokenizer, x):
    seen = 0

    def inner():
        global count
        nonlocal seen
        count, seen = 1, 2
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site

    return inner
