# A classmethod makes instances of its class.
class A:
    def __init__(self, n):
        self.n = n

    @classmethod
    def make(cls):
        return cls(1)  #! calls: A.__init__
