# The attribute is looked at, not called.
def is_plain(thing):
    return thing.decode is None  #! site: other
