# Several statements on one line.
def show(tokenizer, x): y = x; z = y; return tokenizer.decode(z)  #! site: token unknown  # expect: unledgered-site
