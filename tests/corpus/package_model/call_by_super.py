# `super()` starts behind the class itself.
class A:
    def run(self):
        return 1


class B(A):
    def run(self):
        return super().run()  #! calls: A.run
