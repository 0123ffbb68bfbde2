# A filter that names the ids which it drops hides none.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    tokens = model.generate(feats)[0].tolist()
    text = [t for t in tokens if t != tok.pad_token_id and t not in tok.all_special_ids]
    return tok.decode(text)  #! site: token device  # expect: unledgered-site "no guard"
