# Keys tell the items of a dict apart; what is set anew on every way hides what stood there.
# complete: calls
def load():
    return 1


def save():
    return 2


def drop():
    return 3


MADE = {}
MADE["load"] = load
MIXED = {1: load, "1": save}


def changed(flag):
    steps = {"a": load, "b": drop}
    steps["a"] = save
    steps["a"]()  #! calls: save
    steps["b"]()  #! calls: drop
    if flag:
        steps["b"] = save
    steps["b"]()  #! calls: drop, save
    steps.update({"b": load}, c=drop)
    steps["b"]()  #! calls: load
    steps["c"]()  #! calls: drop


def aliased(flag):
    one = {"a": load}
    other = {"a": drop}
    steps = one
    steps["a"] = save
    steps = other
    steps["a"]()  #! calls: drop
    one["a"]()  #! calls: load


def main():
    MADE["load"]()  #! calls: load
    MIXED[1]()  #! calls: load
    MIXED["1"]()  #! calls: save
    key = "1"
    MIXED[key]()  #! calls: save
    MIXED[input()]()  #! calls: load, save
    changed(MADE)  #! calls: changed
    aliased(MADE)  #! calls: aliased
