# clean
# Which attribute it is cannot be told, and nothing says `decode`.
def call(tok, name, ids):
    return getattr(tok, name)(ids)
