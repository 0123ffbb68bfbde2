# As deep as CPython allows.
def show(tokenizer, x):
    return ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((tokenizer.decode(x)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))  #! site: token unknown  # expect: unledgered-site
