# The server iterates the generator while it answers: a top of the run, whatever stands around the response's making.
# complete: handlers
from fastapi.responses import StreamingResponse
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


def answer(batches):
    try:
        return StreamingResponse(load_each(batches))
    except Exception:
        return None
