# Cleared, and back from the devices: the guard is due.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(accelerator, batch):
    labels = batch["labels"]
    labels = torch.where(labels != -100, labels, tok.pad_token_id)
    labels = accelerator.gather_for_metrics(labels)
    return tok.batch_decode(labels)  #! site: token device  # expect: unledgered-site
