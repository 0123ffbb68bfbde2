# The sentinel is replaced by `np.where`; the labels never left the host.
import numpy as np
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(batch):
    labels = np.where(batch["labels"] != -100, batch["labels"], tok.pad_token_id)
    return tok.batch_decode(labels)  #! site: token host  # expect: unledgered-site
