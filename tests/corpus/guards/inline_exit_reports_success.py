# Bad ids end the run as if all were well.
import sys

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok):  # expect: guard-does-not-raise
        sys.exit(0)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
