# Both branches are the model's.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x, greedy):
    if greedy:
        ids = model(x).logits.argmax(-1)
    else:
        ids = model.generate(x)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
