# Collected in a list.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    found = []
    for row in x:
        found.append(model.generate(row)[0])
    return tok.batch_decode(found)  #! site: token device  # expect: unledgered-site
