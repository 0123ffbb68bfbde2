# The tokenizer comes from the function around.
from transformers import AutoTokenizer


def make_decoder(name):
    tok = AutoTokenizer.from_pretrained(name)

    def to_text(model, x):
        return tok.decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site

    return to_text
