# Each of a list.
def first():
    return 1


def second():
    return 2


def main():
    for step in [first, second]:
        step()  #! calls: first, second
