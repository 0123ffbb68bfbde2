# A registry.
def load():
    return 1


def save():
    return 2


ACTIONS = {"load": load, "save": save}


def main(name):
    ACTIONS["load"]()  #! calls: load
    return ACTIONS[name]()  #! calls: load, save
