# The bad batch is left out without a word.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, batches):
    for feats in batches:
        ids = model.generate(feats)
        if ids.min() < 0 or ids.max() >= len(tok):  # expect: guard-does-not-raise
            continue
        print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site
