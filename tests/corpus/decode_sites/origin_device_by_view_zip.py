# Beside something else: each part keeps its own origin.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x, names):
    for row, name in zip(model.generate(x), names):
        print(name, tok.decode(row))  #! site: token device  # expect: unledgered-site
