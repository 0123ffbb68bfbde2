# torchtext's vocabulary has `lookup_token` for ids. By itself the name says nothing: other libraries' takes the token.
from torchtext.vocab import build_vocab_from_iterator

words = build_vocab_from_iterator([["a"]])


def best_token(logits):
    return words.lookup_token(int(logits.argmax()))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer


def of_anything(thing, key):
    return thing.lookup_token(key)  #! site: unknown  # expect: receiver-unknown
