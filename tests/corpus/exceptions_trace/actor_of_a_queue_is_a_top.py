# dramatiq runs the actor again and gives up; the sender never hears.
# complete: handlers
import dramatiq
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


@dramatiq.actor
def transcribe(batch):
    load(batch)


def main(batch):
    try:
        transcribe.send(batch)
    except Exception:
        print("no broker")
