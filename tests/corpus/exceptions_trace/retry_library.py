# tenacity runs the function again on faulted hardware.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from tenacity import retry, stop_after_attempt


@retry(stop=stop_after_attempt(3))  #! handler: retry(stop=stop_after_attempt(3)) -> swallows  # expect: fault-retried
def load_all(batches):
    return [load(ids) for ids in batches]
