# Storing to the attribute runs the setter, reading it the getter.
def told(value):
    return value


class Gauge:
    def __init__(self):
        self._level = 0

    @property
    def level(self):
        return self._level

    @level.setter
    def level(self, value):
        self._level = told(value)  #! calls: told


class Tank:
    def __init__(self):
        self.level = 0  # an attribute of its own


def main():
    gauge = Gauge()  #! calls: Gauge.__init__
    gauge.level = 3  #! calls: Gauge.level
    tank = Tank()  #! calls: Tank.__init__
    tank.level = 4
    return gauge.level  #! calls: Gauge.level
