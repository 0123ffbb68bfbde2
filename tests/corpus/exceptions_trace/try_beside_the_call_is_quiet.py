# A try whose body does not hold the call is not on the way, however near it stands.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches, cache):
    try:
        cache.clear()
    except Exception:
        pass
    texts = [load(ids) for ids in batches]
    try:
        cache.write(texts)
    except Exception:
        pass
    return texts
