# A key that was just set holds that and nothing older; one that was set on one way may hold either.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def renewed(model, batch):
    row = {"ids": model.generate(batch)}
    row["ids"] = tok.encode("text")
    print(tok.decode(row["ids"]))  #! site: token host  # expect: unledgered-site


def perhaps_renewed(model, batch, fresh):
    row = {"ids": model.generate(batch)}
    if fresh:
        row["ids"] = tok.encode("text")
    print(tok.decode(row["ids"]))  #! site: token mixed  # expect: unledgered-site


class Record:
    def __init__(self, asked):
        self.asked = asked
        self.said = []

    def append(self, one):
        self.said.append(one)


def own_append(model, batch):
    record = Record(tok.encode("text"))
    record.append(model.generate(batch))
    print(tok.decode(record.asked))  #! site: token host  # expect: unledgered-site
    print(tok.decode(record.said))  #! site: token device  # expect: unledgered-site


def predicted(trainer, rows):
    made, given, _ = trainer.predict(rows)
    print(tok.batch_decode(made))  #! site: token device  # expect: unledgered-site
    print(tok.batch_decode(given))  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
