# The subclass takes the callback by name and drops it: the base outside never has it.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def compute(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


from transformers import Seq2SeqTrainer


class Judge(Seq2SeqTrainer):
    def __init__(self, compute_metrics=None, **kwargs):
        super().__init__(**kwargs)


def main():
    trainer = Judge(compute_metrics=compute)
    try:
        trainer.train()
    except Exception:
        print("no training")
