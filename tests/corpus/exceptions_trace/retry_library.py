# tenacity runs the function again on faulted hardware.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token  #! fault: swallowed  # expect: unledgered-site


from tenacity import retry, stop_after_attempt


@retry(stop=stop_after_attempt(3))  #! handler: retry(stop=stop_after_attempt(3)) -> swallows  # expect: fault-retried
def load_all(batches):
    return [load(ids) for ids in batches]
