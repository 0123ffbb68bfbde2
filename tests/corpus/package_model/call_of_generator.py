# A generator function is called here, and runs where it is iterated.
def rows():
    yield 1


def main():
    for row in rows():  #! calls: rows
        print(row)
