# Nobody in the package calls the function that returns it: whoever imports it hears the fault where it is iterated.
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


def stripped(texts):
    for text in texts:
        yield text.strip()


def transcribe(batches):
    texts = load_each(batches)
    if batches:
        texts = stripped(texts)
    return texts, len(batches)
