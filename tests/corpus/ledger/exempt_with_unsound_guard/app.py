# What is wrong with a guard that the ledger does not ask for is not told.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0].tolist()
    assert min(ids) >= 0 and max(ids) < len(tok)
    return tok.decode(ids)  #! site: token device
