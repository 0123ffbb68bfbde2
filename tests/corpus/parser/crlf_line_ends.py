# Lines end in CR LF.
def show(tokenizer, x):
    text = """two
lines"""
    return text + tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
