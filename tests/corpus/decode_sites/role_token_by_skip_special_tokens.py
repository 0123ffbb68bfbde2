# No value, no annotation: the keyword is one that only tokenizers have.
def to_text(thing, x):
    return thing.decode(x, skip_special_tokens=True)  #! site: token unknown  # expect: unledgered-site
