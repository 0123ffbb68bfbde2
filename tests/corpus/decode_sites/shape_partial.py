# `partial` keeps a decode for later.
from functools import partial

from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")
plain = partial(tok.batch_decode, skip_special_tokens=True)  #! site: token  # expect: unledgered-site
