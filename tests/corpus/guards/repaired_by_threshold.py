# The filter is for the special ids above the text, and drops garbage with them.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    tokens = model.generate(feats)[0].tolist()
    text = [t for t in tokens if t < tok.eos_token_id]  # expect: ids-repaired "with `t < tok.eos_token_id` only"
    return tok.decode(text)  #! site: token device  # expect: unledgered-site
