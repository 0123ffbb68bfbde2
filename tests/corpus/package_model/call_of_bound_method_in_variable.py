# A bound method remembers its instance.
class A:
    def run(self):
        return 1


def main():
    run = A().run
    return run()  #! calls: A.run
