# Lines end in whatever the last editor wrote.
def show(tokenizer, x):
    y = x
    return tokenizer.decode(y)  #! site: token unknown  # expect: unledgered-site
