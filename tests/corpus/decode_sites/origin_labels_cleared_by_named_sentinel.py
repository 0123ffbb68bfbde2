# The sentinel has a name of its own.
IGNORE_INDEX = -100

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    labels = batch["labels"].clone()
    labels[labels == IGNORE_INDEX] = tok.pad_token_id
    return tok.batch_decode(labels)  #! site: token host  # expect: unledgered-site
