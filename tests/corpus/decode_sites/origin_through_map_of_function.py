# `map(f, rows)` gives what f gives; a function from elsewhere is taken to keep the rows.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def best(beams):
    return beams[0]["tokens"]


def show(model, batch, texts):
    beams = model.generate(batch)
    print(tok.batch_decode(list(map(best, [beams]))))  #! site: token device  # expect: unledgered-site
    print(tok.batch_decode(list(map(tok.encode, texts))))  #! site: token unknown  # expect: unledgered-site
