# The constructor decodes; the object is made inside a try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Clip:
    def __init__(self, ids):
        self.text = load(ids)


def main(batches):
    clips = []
    for ids in batches:
        try:
            clips.append(Clip(ids))
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            continue
    return clips
