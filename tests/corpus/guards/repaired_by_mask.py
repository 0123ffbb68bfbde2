# Ids out of range are overwritten in place.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    ids[ids >= len(tok)] = tok.unk_token_id  # expect: ids-repaired
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
