# A decorator that takes arguments is a function that gives one.
def retry(times):
    def decorate(f):
        def wrapper():
            return f()  #! calls: load

        return wrapper

    return decorate


@retry(3)
def load():
    return 1


def main():
    return load()  #! calls: wrapper
