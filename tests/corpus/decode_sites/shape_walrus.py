# The call's value is named on the way.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def nonempty(model, x):
    if text := tok.decode((ids := model.generate(x))[0]):  #! site: token device  # expect: unledgered-site
        return text, ids
    return None
