# Another value is decoded than the one that was decided on.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device  # related: "the code as it is"
