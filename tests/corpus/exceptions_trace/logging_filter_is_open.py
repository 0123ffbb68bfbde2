# A filter given to a logger raises wherever something is logged: where that is is not followed.
# complete: handlers
import logging

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site  # expect: escape-unknown


def shorten(record):
    record.msg = load(record.ids)
    return True


log = logging.getLogger("asr")
log.addFilter(shorten)
