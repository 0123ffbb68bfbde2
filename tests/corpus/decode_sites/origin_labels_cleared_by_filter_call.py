# filter() with a test against the sentinel leaves it out, as a comprehension does; with another test it does not.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")
IGNORE_INDEX = -100


def is_real(i):
    return i != IGNORE_INDEX


def by_lambda(batch):
    return tok.decode(list(filter(lambda x: x != IGNORE_INDEX, batch["labels"])))  #! site: token host no-sentinel  # expect: unledgered-site


def by_function(batch):
    return tok.decode(list(filter(is_real, batch["labels"])))  #! site: token host no-sentinel  # expect: unledgered-site


def by_another_test(batch):
    return tok.decode(list(filter(lambda x: x != tok.pad_token_id, batch["labels"])))  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
