# A function given to a dataset's `map` gets rows; one given to `map` with a list gets its elements.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def add_text(row, number):
    return {"text": tok.decode(row[f"sample{number}"])}  #! site: token labels  # expect: unledgered-site


def prepare(dataset):
    return dataset.map(add_text, fn_kwargs={"number": 1})


def to_text(row):
    return tok.decode(row)  #! site: token device  # expect: unledgered-site


def show(pool, model, batch):
    return pool.map(to_text, model.generate(batch))


def registered(row):
    return tok.decode(row)  #! site: token unknown  # expect: unledgered-site


def prepare_other(hooks):
    hooks.register(registered)
