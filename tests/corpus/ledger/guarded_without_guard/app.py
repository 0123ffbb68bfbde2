# The entry claims a guard that is not there.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device  # expect: guard-missing "no guard stands in front of it"
