# A chat template gives ids as well.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(messages):
    ids = tok.apply_chat_template(messages, tokenize=True)
    return tok.decode(ids)  #! site: token host  # expect: unledgered-site
