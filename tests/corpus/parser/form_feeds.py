# A form feed ends no line, and stands before a definition as some editors put it.
import os

def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
