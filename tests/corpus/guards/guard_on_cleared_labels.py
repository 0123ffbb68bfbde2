# With -100 replaced, the guard is right.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    labels = batch["labels"]
    labels[labels == -100] = tok.pad_token_id
    assert_ids_in_range(labels, tok)  #! guard: call
    return tok.batch_decode(labels)  #! site: token  # expect: unledgered-site
