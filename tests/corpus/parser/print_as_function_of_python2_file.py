# `print` with a tuple and a trailing `%`: valid in both languages.
def show(tokenizer, x):
    print ("said: %s" % tokenizer.decode(x))  #! site: token unknown  # expect: unledgered-site
