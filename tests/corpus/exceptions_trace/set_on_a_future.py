# Set on a future: where its result is asked for is not followed.
from concurrent.futures import Future

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


def work(ids, future):
    try:
        future.set_result(load(ids))
    except Exception as error:  #! handler: Exception -> deferred  # expect: fault-deferred
        future.set_exception(error)
