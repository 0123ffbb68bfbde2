# Prompt ids and generated ids put together by hand.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, text):
    prompt = tok(text).input_ids
    out = model.generate(text)[0].tolist()
    return tok.decode(prompt + out)  #! site: token mixed  # expect: unledgered-site
