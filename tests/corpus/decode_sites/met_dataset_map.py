# A function handed to `Dataset.map` decodes the rows' ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def add_text(row):
    row["text"] = tok.decode(row["input_ids"])  #! site: token labels no-sentinel  # expect: unledgered-site
    return row


def prepare(dataset):
    return dataset.map(add_text)
