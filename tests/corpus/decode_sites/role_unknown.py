# Nothing in the code says what `thing` is: the finding asks for a decision.
def to_text(thing, x):
    return thing.decode(x)  #! site: unknown  # expect: receiver-unknown
