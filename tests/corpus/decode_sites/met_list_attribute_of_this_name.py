# Some vocabularies keep a list under this name; what goes over it decodes nothing. As a function it is handed on.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def all_tokens(first, second):
    return set(first.ids_to_tokens) | set(second.ids_to_tokens)  #! site: other  #! site: other


def numbered(vocab):
    return {token: i for i, token in enumerate(vocab.ids_to_tokens)}  #! site: other


def written(vocab, out):
    for token in vocab.ids_to_tokens:  #! site: other
        out.write(token)


def to_tokens(model, x):
    return list(map(tok.ids_to_tokens, model.generate(x)))  #! site: token device  # expect: unledgered-site
