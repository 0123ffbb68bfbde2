# Labels that may hold -100, guarded by nothing: told, unless the exemption says so.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def first(batch):
    return tok.batch_decode(batch["labels"])  #! site: token labels sentinel  # expect: sentinel-decoded


def second(batch):
    return tok.batch_decode(batch["labels"])  #! site: token labels sentinel


def third(batch):
    return tok.batch_decode(batch["labels"])  #! site: token labels sentinel
