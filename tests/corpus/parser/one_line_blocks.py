# Bodies on the line of their header.
class Empty: pass
def show(tokenizer, x):
    if x: return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    else: return None
