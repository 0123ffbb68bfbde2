# The sentinel is left out of each row.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    return [tok.decode([i for i in row if i != -100]) for row in batch["labels"]]  #! site: token host  # expect: unledgered-site
