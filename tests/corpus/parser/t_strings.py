# PEP 750: template strings hold expressions as f-strings do.
def show(tokenizer, x):
    return t"said: {tokenizer.decode(x)}"  #! site: token unknown  # expect: unledgered-site
