# The decorator next to the `def` receives the function, the one above it what that one returns.
# complete: calls
def counted(f):
    def count():
        return f()  #! calls: work

    return count


def timed(f):
    def time():
        return f()  #! calls: counted.count

    return time


def marked(f):
    f.marked = True
    return f


@timed  #! calls: timed
@counted  #! calls: counted
@marked  #! calls: marked
def work():
    return 1


def main():
    return work()  #! calls: timed.time
