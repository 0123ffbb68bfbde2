# What is put into a container is called where it is taken out, also when it is put in by another function.
# complete: calls
def load():
    return 1


def save():
    return 2


def drop():
    return 3


HOOKS = {}
STEPS = []


def register(key="load"):
    HOOKS[key] = load


def fill(step):
    STEPS.append(step)


def main():
    register()  #! calls: register
    HOOKS["load"]()  #! calls: load
    fill(save)  #! calls: fill
    for step in STEPS:
        step()  #! calls: save
    unread = [drop]
    return unread
