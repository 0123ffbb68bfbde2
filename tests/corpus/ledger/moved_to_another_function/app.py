# The function was renamed: the entry is found by its fingerprint and still counts.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device  # related: "with the same fingerprint"
