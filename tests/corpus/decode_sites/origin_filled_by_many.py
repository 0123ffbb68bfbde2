# What a list is given by a method of many classes is not looked for: the ids stay unknown.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class One:
    def fill(self, rows, model):
        rows.append(model.generate())


class Two(One):
    def fill(self, rows, model):
        rows.append(model.generate())


class Three(One):
    def fill(self, rows, model):
        rows.append(model.generate())


class Four(One):
    def fill(self, rows, model):
        rows.append(model.generate())


class Five(One):
    def fill(self, rows, model):
        rows.append(model.generate())


def by_one(model):
    rows = []
    Two().fill(rows, model)
    print(tok.batch_decode(rows))  #! site: token device  # expect: unledgered-site


def by_any(filler: One, model):
    rows = []
    filler.fill(rows, model)
    print(tok.batch_decode(rows))  #! site: token unknown  # expect: unledgered-site
