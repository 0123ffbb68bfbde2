# Labels that may still hold -100 are out of range by design.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    labels = batch["labels"]
    assert_ids_in_range(labels, tok)  # expect: guard-on-sentinel-labels
    return tok.batch_decode(labels)  #! site: token labels sentinel  # expect: unledgered-site
