# NeMo's name for encode.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(tokenizer, text):
    ids = tokenizer.text_to_ids(text)
    return tokenizer.ids_to_text(ids)  #! site: token host  # expect: unledgered-site
