from pkg import make


def to_text(x):
    return make().inner.decode(x)  #! site: token unknown  # expect: unledgered-site
