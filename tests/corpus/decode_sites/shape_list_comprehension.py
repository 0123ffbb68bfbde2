# One call, run once for each row.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return [tok.decode(row) for row in model.generate(x)]  #! site: token device  # expect: unledgered-site
