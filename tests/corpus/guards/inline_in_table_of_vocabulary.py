# Every id is looked up in the vocabulary: a guard by membership.
from transformers import AutoTokenizer

from faults import HardwareFault

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)[0].tolist()
    known = set(tok.get_vocab().values())
    if any(t not in known for t in ids):  #! guard: inline
        raise HardwareFault("token ids out of range")
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
