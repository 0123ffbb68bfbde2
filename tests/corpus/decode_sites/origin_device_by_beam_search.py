# A model that searches.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    return tok.decode(model.beam_search(x, 5)[0])  #! site: token device  # expect: unledgered-site
