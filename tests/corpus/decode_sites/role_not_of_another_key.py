# What stands under one key of a dict tells nothing of what stands under another.
import stock
from models import model

shelf = {}
shelf["start"] = "<s>"


def put_in_sight(x):
    things = {}
    things["start"] = "<s>"
    things["tool"] = stock.make()
    return things["tool"].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


def put_elsewhere(x):
    stock.fill(shelf)
    return shelf["tool"].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


def in_order(x):
    from collections import OrderedDict

    things = OrderedDict()
    things["start"] = "<s>"
    things["tool"] = stock.make()
    return things["tool"].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


def made():
    things = {}
    things["start"] = "<s>"
    things["tool"] = stock.make()
    return things


def returned(x):
    return made()["tool"].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


class Holder:
    def __init__(self):
        self.things = {}
        self.things["start"] = "<s>"
        stock.fill(self.things)

    def run(self, x):
        return self.things["tool"].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown
