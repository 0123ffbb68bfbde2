# Told not to retry the fault's class.
# complete: handlers
from tenacity import retry, retry_if_not_exception_type
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import HardwareFault, assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


@retry(retry=retry_if_not_exception_type(HardwareFault))
def load_all(batches):
    return [load(ids) for ids in batches]
