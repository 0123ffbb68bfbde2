# A class in a variable, a registry, a parameter or a return makes an instance where it is called.
# complete: calls
class Greedy:
    def __init__(self):
        self.width = 1

    def search(self):
        return self.width


class Beam:
    def __init__(self):
        self.width = 4


class Never:
    def __init__(self):
        self.width = 0


SEARCHES = {"greedy": Greedy, "beam": Beam}


def make(name):
    return SEARCHES[name]()  #! calls: Greedy.__init__, Beam.__init__


def build(kind, other: Never):
    assert isinstance(other, Never)
    return kind()  #! calls: Beam.__init__


def default():
    return Greedy


def main(other):
    chosen = Greedy
    chosen().search()  #! calls: Greedy.__init__, Greedy.search
    make("greedy")  #! calls: make
    make("beam")  #! calls: make
    build(Beam, other)  #! calls: build
    default()()  #! calls: default, Greedy.__init__
