# Each exemption claims what the code shows to be otherwise.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def host(model, batch):
    return tok.decode(model.generate(**batch)[0])  #! site: token device  # expect: exemption-contradicted "that a model made"


def constant(text):
    return tok.decode(tok.encode(text))  #! site: token host  # expect: exemption-contradicted "made on the host"


def sentinel(batch):
    labels = batch["labels"]
    labels[labels == -100] = tok.pad_token_id
    return tok.decode(labels)  #! site: token host  # expect: exemption-contradicted "sentinel is cleared"


def no_decode(x):
    return tok.decode(x)  #! site: token unknown  # expect: exemption-contradicted "receiver is a tokenizer"
