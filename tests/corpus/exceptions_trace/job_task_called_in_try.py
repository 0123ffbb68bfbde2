# A task is a function as well: called by name it runs here, inside the try.
from celery import shared_task
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


@shared_task
def transcribe(batch):
    return load(batch)


def main(batch):
    try:
        return transcribe(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return None
