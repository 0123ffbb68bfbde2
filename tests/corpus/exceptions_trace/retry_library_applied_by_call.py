# A retrying decorator that is called with the function, without an @.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from tenacity import retry, stop_after_attempt


def load_all(batches):
    again = retry(stop=stop_after_attempt(3))(load)  #! handler: retry(stop=stop_after_attempt(3)) -> swallows  # expect: fault-retried
    return [again(ids) for ids in batches]
