# The sentinel is overwritten in place.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(p):
    labels = p.label_ids
    labels[labels == -100] = tok.pad_token_id
    return tok.batch_decode(labels)  #! site: token host  # expect: unledgered-site
