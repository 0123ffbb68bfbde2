# Claims that the code shows, or does not deny.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def host(text):
    return tok.decode(tok.encode(text))  #! site: token host


def constant():
    return tok.decode(tok.eos_token_id)  #! site: token constant


def sentinel(batch):
    return tok.decode(batch["labels"])  #! site: token labels sentinel


def unknown(x):
    return tok.decode(x)  #! site: token unknown
