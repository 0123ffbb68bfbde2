# A trainer runs the callback inside `train()`; by the receiver's name that is possible, not certain.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: unknown  # expect: unledgered-site


from transformers import Trainer, TrainerCallback


class Show(TrainerCallback):
    def on_evaluate(self, args, state, control, **kwargs):
        load(state)


def main(trainer):
    trainer.add_callback(Show())
    try:
        trainer.train()
    except Exception:  #! handler: Exception -> swallows  # expect: escape-unknown
        print("stopped")
