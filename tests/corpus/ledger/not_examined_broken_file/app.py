# A part of the file could not be parsed: an entry that matches nothing in it is not called stale.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device


value = = 3  # expect: file-not-fully-parsed
