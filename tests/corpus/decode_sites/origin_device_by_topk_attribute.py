# The indices of `topk`, by attribute.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    top = model(x).logits[0, -1].topk(5)
    return tok.convert_ids_to_tokens(top.indices.tolist())  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
