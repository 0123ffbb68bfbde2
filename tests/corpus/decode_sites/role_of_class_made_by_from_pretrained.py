# A class method of an outside base makes an instance of the class of this package, whose own decode tells.
from transformers import PreTrainedModel, PreTrainedTokenizer


class Letters(PreTrainedTokenizer):
    def decode(self, ids):
        return "".join(chr(i) for i in ids)


class Captioner(PreTrainedModel):
    def decode(self, states):
        return self.head(states)


def to_text(ids):
    return Letters.from_pretrained("m").decode(ids)  #! site: token unknown  # expect: unledgered-site


def forward(states):
    model, parameters = Captioner.from_pretrained("m", _do_init=False)
    return model.decode(states)  #! site: other
