# A backslash joins lines; the place is that of the name.
def show(tokenizer, x):
    return tokenizer \
        .decode(x)  #! site: token unknown  # expect: unledgered-site
