# Nothing stands in front of the decode.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
