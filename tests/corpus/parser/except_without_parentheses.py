# PEP 758: several types without parentheses.
def show(tokenizer, x):
    try:
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    except ValueError, KeyError:  # expect: decode-error-swallowed
        return None
