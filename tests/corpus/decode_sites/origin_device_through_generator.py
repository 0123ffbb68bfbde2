# Yielded by a function of the package.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def steps(model, x):
    for row in x:
        yield model.generate(row)[0]


def main(model, x):
    for ids in steps(model, x):
        print(tok.decode(ids))  #! site: token device  # expect: unledgered-site
