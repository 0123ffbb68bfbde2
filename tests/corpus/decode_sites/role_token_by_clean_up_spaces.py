# As above, by the other keyword.
def to_text(thing, x):
    return thing.decode(x, clean_up_tokenization_spaces=False)  #! site: token unknown  # expect: unledgered-site
