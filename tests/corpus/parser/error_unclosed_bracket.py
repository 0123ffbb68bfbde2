# The bracket is never closed: what stands before it counts.
def before(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site


values = [1, 2,  # expect: file-not-fully-parsed
