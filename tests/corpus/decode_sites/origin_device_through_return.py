# What a function of the package generates.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def answer_ids(model, x):
    return model.generate(x, max_new_tokens=5)


def main(model, x):
    return tok.batch_decode(answer_ids(model, x))  #! site: token device  # expect: unledgered-site
