# Runs once, when the function is defined.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def ask(question, end=tok.decode([2])):  #! site: token constant  # expect: unledgered-site
    return question + end
