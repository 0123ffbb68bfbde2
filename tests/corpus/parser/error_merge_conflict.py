# A merge that nobody finished.
def before(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site


<<<<<<< HEAD  # expect: file-not-fully-parsed
limit = 1
=======
limit = 2
>>>>>>> branch


def after(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
