# Four ends, each a raise: nested conditions that change nothing.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches, log, strict):
    try:
        return [load(ids) for ids in batches]
    except Exception as error:  #! handler: Exception -> reraises
        if log is not None:
            if strict:
                log.error("strict: %s", error)
                raise
            log.error("%s", error)
        elif strict:
            raise error
        raise
