# Exception groups: `except*` is a clause of its own kind.
def show(tokenizer, x):
    try:
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    except* ValueError as group:  # expect: decode-error-swallowed
        print(group)
    except* (KeyError, TypeError):
        raise
