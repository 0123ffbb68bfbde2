# Each item of a with statement binds its target.
def both(a, b):
    with open(a, "rb") as first, open(b, "rb") as second:
        return first.read().decode(), second.read().decode()  #! site: bytes  #! site: bytes
