# U+2028, U+0085 and vertical tabs in strings end no line for Python.
def show(tokenizer, x):
    a = " "
    return a, tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
