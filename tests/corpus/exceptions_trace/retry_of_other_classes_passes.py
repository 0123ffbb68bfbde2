# Both retry other classes only: the fault passes at once.
# complete: handlers
from tenacity import retry, retry_if_exception_type
import backoff
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


@retry(retry=retry_if_exception_type(OSError))
def load_some(batches):
    return [load(ids) for ids in batches]


@backoff.on_exception(backoff.expo, (OSError, TimeoutError), max_tries=3)
def load_all(batches):
    return load_some(batches)
