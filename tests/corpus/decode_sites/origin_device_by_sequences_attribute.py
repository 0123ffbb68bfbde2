# A generation result holds its ids in `sequences`.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    out = model.generate(x, return_dict_in_generate=True)
    return tok.batch_decode(out.sequences)  #! site: token device  # expect: unledgered-site
