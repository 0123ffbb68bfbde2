# A job queue runs the task, marks it failed and goes on: a top of the run.
# complete: handlers
from celery import Celery
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


app = Celery("asr")


@app.task
def transcribe(batch):
    return load(batch)


def main(batch):
    try:
        transcribe.delay(batch)
    except Exception:
        print("no queue")
