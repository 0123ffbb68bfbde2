# SystemExit is no Exception, but a bare except above catches it all the same.
import sys

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def step(ids):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> exits
        sys.exit(1)


def main(batches):
    for ids in batches:
        try:
            step(ids)
        except:  #! handler: bare -> swallows  # expect: fault-swallowed
            continue
