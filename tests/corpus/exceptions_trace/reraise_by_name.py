# `raise error` re-raises the same object; so does `raise error from None`.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(ids) for ids in batches]
    except BaseException as error:  #! handler: BaseException -> reraises
        if len(batches) > 1:
            raise error
        raise error from None
