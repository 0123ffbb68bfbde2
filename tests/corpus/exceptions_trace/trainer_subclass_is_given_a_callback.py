# The trainer's subclasses hand the callback on to the base outside, whose train() runs it.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def compute(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


from transformers import Seq2SeqTrainer


class Plain(Seq2SeqTrainer):
    def log(self, text):
        print(text)


class Judge(Plain):
    def __init__(self, name, **kwargs):
        super().__init__(**kwargs)
        self.name = name


def main():
    trainer = Judge("a", compute_metrics=compute)
    try:
        trainer.train()
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("no training")


def evaluate():
    plain = Plain(compute_metrics=compute)
    try:
        plain.evaluate()
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("no evaluation")
