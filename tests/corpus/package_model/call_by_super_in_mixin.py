# In a diamond, the next class of the MRO is not the base that is written.
class Base:
    def run(self):
        return 0


class Left(Base):
    def run(self):
        return super().run()  #! calls: Right.run, Base.run


class Right(Base):
    def run(self):
        return 2


class Both(Left, Right):
    pass


def main():
    return Both().run()  #! calls: Left.run
