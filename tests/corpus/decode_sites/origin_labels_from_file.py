# Read from a file: a dataset.
import json

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(path):
    return tok.decode(json.load(open(path))["ids"])  #! site: token labels  # expect: unledgered-site
