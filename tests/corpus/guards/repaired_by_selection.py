# The same with a mask.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    text = ids[ids < tok.eos_token_id]  # expect: ids-repaired
    return tok.decode(text)  #! site: token device  # expect: unledgered-site
