# Positions tell the elements of a list apart, in slices as well.
# complete: calls
def first():
    return 1


def second():
    return 2


def third():
    return 3


STEPS = [first, second, third]
LAST = 2


def run(position):
    STEPS[position]()  #! calls: second


def main(n):
    STEPS[0]()  #! calls: first
    STEPS[-1]()  #! calls: third
    STEPS[LAST]()  #! calls: third
    STEPS[n]()  #! calls: first, second, third
    run(1)  #! calls: run
    rest = STEPS[1:]
    rest[0]()  #! calls: second
    STEPS[n:][0]()  #! calls: first, second, third
    slots = [None]
    slots[0] = second
    slots[0]()  #! calls: second
    slots.append(third)
    slots[1]()  #! calls: third
