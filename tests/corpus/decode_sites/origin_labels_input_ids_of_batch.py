# The model's inputs in a batch are host ids: they have no sentinel.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    return tok.batch_decode(batch["input_ids"])  #! site: token host  # expect: unledgered-site
