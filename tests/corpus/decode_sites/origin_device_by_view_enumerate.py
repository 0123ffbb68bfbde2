# With its number.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    for i, row in enumerate(model.generate(x)):
        print(i, tok.decode(row))  #! site: token device  # expect: unledgered-site
