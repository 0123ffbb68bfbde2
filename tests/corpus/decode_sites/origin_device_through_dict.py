# Kept in a dict between two lines.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    batch = {"ids": model.generate(x)}
    return tok.batch_decode(batch["ids"])  #! site: token device  # expect: unledgered-site
