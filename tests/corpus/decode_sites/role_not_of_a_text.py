# A text has no decode: it tells nothing of a receiver that can be something else, read or not.
import stock
from models import model


def by_any_key(key, x):
    things = {}
    things["start"] = "<s>"
    things["tool"] = stock.make()
    return things[key].decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


def by_either_way(ready, x):
    tool = ""
    if ready:
        tool = stock.make()
    return tool.decode(model.generate(x))  #! site: unknown device  # expect: receiver-unknown


def nothing_but_text(x):
    text = "abc"
    return text.decode(x)  #! site: other
