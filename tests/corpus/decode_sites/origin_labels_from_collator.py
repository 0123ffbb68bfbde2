# A collator of the package fills in -100; its result is decoded.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def collate(rows):
    labels = tok(rows, padding=True, return_tensors="pt")["input_ids"]
    return labels.masked_fill(labels == tok.pad_token_id, -100)


def show(rows):
    return tok.batch_decode(collate(rows))  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
