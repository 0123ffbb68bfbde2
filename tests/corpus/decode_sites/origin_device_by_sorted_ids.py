# Sorted and made a set: the same ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = set(model.generate(x)[0].tolist())
    return tok.convert_ids_to_tokens(sorted(ids))  #! site: token device  # expect: unledgered-site
