# Collected by `extend` and by `+=`.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    found = []
    for row in x:
        found.extend(model.generate(row))
        found += model.generate(row)
    return tok.batch_decode(found)  #! site: token device  # expect: unledgered-site
