# Moved, detached and turned into lists.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x).detach().cpu().numpy().tolist()
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
