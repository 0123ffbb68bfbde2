# A partial of a decode is run over rows by `map`.
from functools import partial

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(rows):
    plain = partial(tok.decode, skip_special_tokens=True)  #! site: token  # expect: unledgered-site
    return list(map(plain, rows))
