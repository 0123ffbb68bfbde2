# A framework's base class says what its methods are called with; a class without that base says nothing.
from transformers import AutoTokenizer, LogitsProcessor
from transformers.generation.streamers import BaseStreamer

tok = AutoTokenizer.from_pretrained("m")


class Watch(LogitsProcessor):
    def __call__(self, so_far, scores):
        print(tok.decode(so_far[0]))  #! site: token mixed  # expect: unledgered-site
        return scores


class Printer(BaseStreamer):
    def put(self, value):
        print(tok.decode(value))  #! site: token device  # expect: unledgered-site


class Plain:
    def put(self, value):
        print(tok.decode(value))  #! site: token unknown  # expect: unledgered-site
