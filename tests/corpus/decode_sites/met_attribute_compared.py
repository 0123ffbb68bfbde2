# The attribute is looked at, not called.
def is_plain(codec):
    return codec.decode is None  #! site: other
