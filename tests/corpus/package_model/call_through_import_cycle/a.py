# Two modules that import each other.
import b


def ping(n):
    return b.pong(n - 1)  #! calls: b.pong
