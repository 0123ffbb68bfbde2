# Gathered with the sentinel still in.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(accelerator, batch):
    labels = accelerator.gather(batch["labels"])
    return tok.batch_decode(labels)  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
