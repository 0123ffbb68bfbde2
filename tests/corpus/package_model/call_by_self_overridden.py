# `self` may be an instance of a subclass: both definitions may run.
class A:
    def run(self):
        return self.step()  #! calls: A.step, B.step

    def step(self):
        return 1


class B(A):
    def step(self):
        return 2
