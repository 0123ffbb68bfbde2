# Kept on the object between two methods.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Chat:
    def __init__(self, model):
        self.model = model

    def think(self, x):
        self.ids = self.model.generate(x)

    def say(self):
        return tok.batch_decode(self.ids)  #! site: token device  # expect: unledgered-site
