# The class that is retried is a base of the fault.
import backoff
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


@backoff.on_exception(backoff.expo, RuntimeError, max_tries=3)  #! handler: backoff.on_exception(backoff.expo, RuntimeError, max_tries=3) -> swallows  # expect: fault-retried
def load_all(batches):
    return [load(ids) for ids in batches]
