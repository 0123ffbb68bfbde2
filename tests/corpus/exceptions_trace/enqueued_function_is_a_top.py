# rq runs the function in a worker, which marks the job failed and goes on.
# complete: handlers
from redis import Redis
from rq import Queue
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


jobs = Queue(connection=Redis())


def transcribe(batch):
    return load(batch)


def main(batch):
    try:
        jobs.enqueue(transcribe, batch)
    except Exception:
        print("no broker")
