# The generator is one of two things that are returned, and the caller iterates it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def load_each(batches):
    for ids in batches:
        yield load(ids)


def transcribe(batches):
    texts = load_each(batches)
    return texts, len(batches)


def main(batches):
    texts, total = transcribe(batches)
    try:
        for text in texts:
            print(text, total)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        pass
