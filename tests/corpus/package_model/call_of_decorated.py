# The name is bound to what the decorator gives, which calls the function.
def noisy(f):
    def wrapper(*args):
        return f(*args)  #! calls: load

    return wrapper


@noisy
def load():
    return 1


def main():
    return load()  #! calls: wrapper
