# The same function as in a file that is left out: the entry of that one is not taken for moved.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device
    #          ^^^^^^ expect: unledgered-site


def other(model, batch):
    rows = model.generate(**batch)
    return tok.decode(rows[0])  #! site: token device
