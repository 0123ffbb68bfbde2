# Runs once, when the class is made.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Prompt:
    end = tok.decode([tok.eos_token_id])  #! site: token constant  # expect: unledgered-site
