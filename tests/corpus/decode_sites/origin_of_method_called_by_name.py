# A method whose name is handed over as a string, beside a keyword for its parameter, gets that keyword's value.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Printer:
    def on_generated(self, made=None):
        print(tok.decode(made))  #! site: token device  # expect: unledgered-site

    def on_something_else(self, made=None):
        print(tok.decode(made))  #! site: token unknown  # expect: unledgered-site


class Loop:
    def __init__(self, listeners):
        self.listeners = listeners

    def tell(self, event, **facts):
        for listener in self.listeners:
            getattr(listener, event)(**facts)

    def run(self, model, batch):
        self.tell("on_generated", made=model.generate(batch))
