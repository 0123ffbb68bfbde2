# A container goes through a return, a parameter and a copy; what stands in it is called behind them.
# complete: calls
def load():
    return 1


def save():
    return 2


def steps():
    made = [load, load]
    return made


def registry():
    return {"save": save}


def run(actions):
    actions["save"]()  #! calls: save


def main():
    for step in list(steps()):  #! calls: steps
        step()  #! calls: load
    run(registry())  #! calls: run, registry
    kept = steps()  #! calls: steps
    kept[0]()  #! calls: load
    return len(kept)
