# A loop runs the iterator of what it goes over; what that gives is called in the body.
# complete: calls
def first():
    return 1


class Steps:
    def __init__(self, left):
        self.left = left

    def __iter__(self):
        return self

    def __next__(self):
        self.left -= 1
        return first


class Names:
    def __iter__(self):
        yield "a"

    def sorted(self):
        return []


def over(steps):
    for step in steps:  #! calls: Steps.__iter__, Steps.__next__
        step()  #! calls: first


def main():
    over(Steps(2))  #! calls: over, Steps.__init__
    upper = [name.upper() for name in Names()]  #! calls: Names.__iter__
    for name in Names().sorted():  #! calls: Names.sorted
        upper.append(name)
    return Names() and list(Names())  #! calls: Names.__iter__
