# A lambda that gives a lambda, and one in a default.
def show(tokenizer, f=lambda x: lambda y: (x, y)):
    return f(lambda z: tokenizer.decode(z))  #! site: token unknown  # expect: unledgered-site
