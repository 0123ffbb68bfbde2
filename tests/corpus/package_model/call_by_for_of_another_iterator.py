# `__iter__` gives an object of another class, whose `__next__` runs.
# complete: calls
class Cursor:
    def __init__(self, rows):
        self.rows = rows

    def __next__(self):
        return self.rows.pop()


class Table:
    def __iter__(self):
        return Cursor([1, 2])  #! calls: Cursor.__init__


def main():
    for row in Table():  #! calls: Table.__iter__, Cursor.__next__
        print(row)
    return next(Cursor([3]))  #! calls: Cursor.__init__, Cursor.__next__
