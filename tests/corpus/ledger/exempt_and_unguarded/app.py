# A decision with a category and a reason settles the site.
# clean
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(**batch)[0]
    return tok.decode(ids)  #! site: token device
