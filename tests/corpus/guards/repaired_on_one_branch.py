# Under a flag the ids are filtered.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, only_text):
    tokens = model.generate(feats)[0].tolist()
    if only_text:
        tokens = [t for t in tokens if t < tok.eos_token_id]  # expect: ids-repaired
    return tok.decode(tokens)  #! site: token device  # expect: unledgered-site
