# A generator expression is handed to a function of the package, which iterates it inside its own try.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def show(texts):
    try:
        for text in texts:
            print(text)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        pass


def main(batches):
    show(load(ids) for ids in batches)
