# A wrapper with a name of its own, called through an attribute in another class.
from transformers import AutoTokenizer


class HfModel:
    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained("m")

    def tok_decode(self, tokens, skip=True):
        return self.tokenizer.decode(tokens, skip_special_tokens=skip)  #! site: token device  # expect: unledgered-site


class Evaluator:
    def __init__(self):
        self.model = HfModel()

    def answer(self, x):
        return self.model.tok_decode(self.model.generate(x)[0])  #! site: token device  # expect: unledgered-site
