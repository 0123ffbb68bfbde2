# Runs once, when the function is decorated.
from transformers import AutoTokenizer

from other import named

tok = AutoTokenizer.from_pretrained("m")


@named(tok.decode([tok.eos_token_id]))  #! site: token constant  # expect: unledgered-site
def end():
    pass
