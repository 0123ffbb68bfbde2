# A loader's labels, padded with -100.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    return tok.batch_decode(batch["labels"])  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
