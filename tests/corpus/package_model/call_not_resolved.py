# Nothing says what `thing` is.
def main(thing):
    return thing()  #! calls: ?
