# pyonmttok's vocabulary looks a token up by its index; `lookup_token` gives the index of a token.
import pyonmttok

vocab = pyonmttok.build_vocab_from_lines(open("vocab.txt"))


def best_token(logits):
    return vocab.lookup_index(int(logits.argmax()))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer


def index(token):
    return vocab.lookup_token(token)  #! site: other


def start(anything):
    return anything.lookup_token("<s>")  #! site: other


def tokens(table):
    table["tokens"] = vocab.ids_to_tokens  #! site: other
