# Nothing but tokenizers has a method of this name, so the receiver need not be known.
class Scorer:
    def __init__(self, model):
        self.model = model

    def text_of(self, logits):
        return self.model.tokenizer.ids_to_text(logits.argmax(-1).tolist())  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
