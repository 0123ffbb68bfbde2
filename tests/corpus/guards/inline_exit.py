# Bad ids end the run with a message.
import sys

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    if ids.min() < 0 or ids.max() >= len(tok):  #! guard: inline
        sys.exit("token ids out of range")
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
