# Behind a guard the same filter drops special ids only.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    tokens = model.generate(feats)[0].tolist()
    assert_ids_in_range(tokens, tok)  #! guard: call
    text = [t for t in tokens if t < tok.eos_token_id]
    return tok.decode(text)  #! site: token device  # expect: unledgered-site "guarded"
