# The first iterable of a comprehension is evaluated in the scope around it.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return [tok for tok in tok.batch_decode(model.generate(x))]  #! site: token device  # expect: unledgered-site
