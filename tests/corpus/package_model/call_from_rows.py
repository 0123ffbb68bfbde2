# Rows of enumerate(), zip() and items() are taken apart by what they are made of; map() gives what its function gives.
# complete: calls
def load(n):
    return n


def save(n):
    return n


def chosen(n):
    return load if n else save


def unused(n):
    return n


STEPS = [load, save]
NAMED = {"load": load}


def main():
    for i, step in enumerate(STEPS):
        step(i)  #! calls: load, save
    for step, n in zip([save], [1]):
        step(n)  #! calls: save
    for name, step in NAMED.items():
        step(name)  #! calls: load
    for step in map(chosen, [0, 1]):  #! calls: chosen
        step(1)  #! calls: load, save
    for name, other in zip(["unused"], [unused]):
        print(name)
