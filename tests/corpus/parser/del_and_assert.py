# del of several targets, assert with a message, a tuple that is always true.
def show(tokenizer, x):
    del x[0], x.y, (x.z, [x.w])
    assert tokenizer.decode(x), "text"  #! site: token unknown  # expect: unledgered-site
