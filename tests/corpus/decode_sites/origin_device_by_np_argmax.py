# On logits that came to the host first: they were made on the device.
import numpy as np
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    logits = model(x).logits.cpu().numpy()
    return tok.batch_decode(np.argmax(logits, axis=-1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
