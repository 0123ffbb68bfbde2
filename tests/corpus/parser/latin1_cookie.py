# -*- coding: latin-1 -*-
def show(tokenizer, x):
    return "café", tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
