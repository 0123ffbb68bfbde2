# The iterator gives the very function that iterates it. In the circle of questions no edge gets lost.
# complete: calls
class Walk:
    def __iter__(self):
        return self

    def __next__(self):
        return visit


def visit(walk):
    for step in walk:  #! calls: Walk.__iter__, Walk.__next__
        step([])  #! calls: visit


def main():
    visit(Walk())  #! calls: visit
