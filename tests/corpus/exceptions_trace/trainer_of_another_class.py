# Two trainers of the package: the try is around the training of the other one.
# complete: handlers
from trl import SFTTrainer
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


class Show(SFTTrainer):
    def compute_loss(self, model, inputs):
        print(load(inputs))
        return super().compute_loss(model, inputs)


class Plain(SFTTrainer):
    def log(self, text):
        print(text)


def main():
    trainer = Plain()
    try:
        trainer.train()
    except Exception:
        print("no training")


def show():
    trainer = Show()
    trainer.train()
