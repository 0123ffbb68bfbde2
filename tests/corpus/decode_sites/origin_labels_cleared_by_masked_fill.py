# The sentinel is filled over.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    labels = batch["labels"]
    labels = labels.masked_fill(labels == -100, tok.pad_token_id)
    return tok.batch_decode(labels)  #! site: token host  # expect: unledgered-site
