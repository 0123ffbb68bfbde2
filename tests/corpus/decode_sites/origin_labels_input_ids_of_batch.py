# The model's inputs in a batch are a collator's, and have no sentinel.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    return tok.batch_decode(batch["input_ids"])  #! site: token labels no-sentinel  # expect: unledgered-site
