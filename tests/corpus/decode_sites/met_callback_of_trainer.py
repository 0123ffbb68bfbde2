# A callback finds the tokenizer among its keyword arguments.
from transformers import TrainerCallback


class Samples(TrainerCallback):
    def on_log(self, args, state, control, model=None, processing_class=None, **kwargs):
        ids = model.generate(**kwargs["inputs"])
        print(processing_class.batch_decode(ids))  #! site: token device  # expect: unledgered-site
