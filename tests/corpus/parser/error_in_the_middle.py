# One statement cannot be read; the functions around it count.
def before(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site


value = = 3  # expect: file-not-fully-parsed


def after(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
