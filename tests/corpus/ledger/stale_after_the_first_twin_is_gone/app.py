# Two entries, one site left: the first one spoke of a call that is gone, the second is found by its fingerprint.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device
