# Raising a class makes an instance of it; raising an instance makes none.
# complete: calls
class Fault(Exception):
    def __init__(self):
        super().__init__("fault")

    class Late(Exception):
        def __init__(self):
            super().__init__("late")


class Quiet(Exception):
    pass


def main(kind):
    chosen = Fault
    if kind == 1:
        raise Fault  #! calls: Fault.__init__
    if kind == 2:
        raise chosen  #! calls: Fault.__init__
    if kind == 3:
        raise Fault.Late  #! calls: Fault.Late.__init__
    if kind == 4:
        made = Fault()  #! calls: Fault.__init__
        raise made
    raise Quiet
