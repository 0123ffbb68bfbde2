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


def host_in_part(model, text):
    prompt = tok(text, return_tensors="pt").input_ids
    both = model.generate(prompt)
    return tok.decode(both[0] if text else prompt[0])  #! site: token mixed  # expect: exemption-contradicted "that a model made in part"


def constant_of_labels(batch):
    return tok.decode(batch["labels"][0])  #! site: token labels  # expect: exemption-contradicted "decodes labels"  # expect: sentinel-decoded


def constant_of_device(model, batch):
    return tok.decode(model.generate(**batch)[0])  #! site: token device  # expect: exemption-contradicted "that a model made"


def sentinel_of_device(model, batch):
    return tok.decode(model.generate(**batch)[0])  #! site: token device  # expect: exemption-contradicted "that a model made"
