# A display inside another is reached by the keys of both.
# complete: calls
def load():
    return 1


def save():
    return 2


def drop():
    return 3


ACTIONS = {"file": {"open": load, "close": drop}, "rows": [[save], drop]}


def main():
    ACTIONS["file"]["open"]()  #! calls: load
    ACTIONS["rows"][0][0]()  #! calls: save
    ACTIONS["rows"][1]()  #! calls: drop
    made = {"file": {"open": load}}
    made["file"]["open"] = save
    made["file"]["shut"] = drop
    made["file"]["open"]()  #! calls: save
    made["file"]["shut"]()  #! calls: drop
