# Cleaned of padding: the ids that stay are the same.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x)[0].tolist()
    return tok.decode([i for i in ids if i != tok.pad_token_id])  #! site: token device  # expect: unledgered-site
