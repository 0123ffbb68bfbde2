# Row after row.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    for row in model.generate(x):
        yield tok.decode(row)  #! site: token device  # expect: unledgered-site
