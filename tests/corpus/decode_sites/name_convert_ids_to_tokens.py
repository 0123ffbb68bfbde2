# Token strings are text as well: garbage ids give plausible ones.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def pieces(logits):
    ids = logits.argmax(dim=-1)
    return tok.convert_ids_to_tokens(ids[0])  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
