# The scope of the entry is misspelt; the finding says what differs.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site  # related: "candidate: scope `show`"
