# The filter looks at positions and lengths, not at ids.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, n):
    tokens = model.generate(feats)
    rows = [row for row in tokens.tolist() if len(row) < n]
    text = [t for i, t in enumerate(rows[0]) if i < n]
    return tok.decode(text)  #! site: token device  # expect: unledgered-site "no guard"
