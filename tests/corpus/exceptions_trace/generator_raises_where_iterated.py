# The try is around the generator's call, not around its iteration.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_each(batches):
    for ids in batches:
        yield load(ids)


def main(batches):
    try:
        texts = load_each(batches)
    except Exception:
        return
    for text in texts:
        print(text)
