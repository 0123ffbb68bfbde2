# What a list is given counts wherever that is done: in an attribute, in a list of lists, by a function it is handed to.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Recorder:
    def __init__(self):
        self.best = []
        self.given = []

    def record(self, scores, batch):
        self.best.append(torch.topk(scores, 5).indices)
        self.given.append(batch["labels"])


def show(recorder: Recorder):
    print(tok.batch_decode(recorder.best))  #! site: token device  # expect: unledgered-site
    print(tok.batch_decode(recorder.given))  #! site: token labels sentinel  # expect: sentinel-decoded  # expect: unledgered-site


def fill(rows, model, batch):
    rows.append(model.generate(batch))


def show_filled(model, batch):
    rows, untouched = [], []
    fill(rows, model, batch)
    print(untouched)
    print(tok.batch_decode(rows))  #! site: token device  # expect: unledgered-site
    print(tok.batch_decode(untouched))  #! site: token unknown  # expect: unledgered-site


def show_nested(stream):
    parts = [[]]
    for piece in stream.generate():
        parts[-1].append(piece)
    print([tok.decode(part) for part in parts])  #! site: token device  # expect: unledgered-site


def show_set(scores, text):
    ids = set(tok.encode(text))
    ids.update(torch.topk(scores, 5).indices.tolist())
    print([tok.decode([i]) for i in ids])  #! site: token mixed  # expect: unledgered-site
