# A method of the same class.
class A:
    def run(self):
        return self.step()  #! calls: A.step

    def step(self):
        return 1
