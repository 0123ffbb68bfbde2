# What a generator yields is called where it is iterated.
# complete: calls
def load():
    return 1


def save():
    return 2


def loads(n):
    for _ in range(n):
        yield load


def all_steps():
    yield from loads(2)  #! calls: loads
    yield save


def main():
    for step in loads(3):  #! calls: loads
        step()  #! calls: load
    for step in all_steps():  #! calls: all_steps
        step()  #! calls: load, save
    return [loads(1)]  #! calls: loads
