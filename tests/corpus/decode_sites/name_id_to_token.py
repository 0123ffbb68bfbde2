# One id, one piece.
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_pretrained("m")


def first_piece(logits):
    return tokenizer.id_to_token(int(logits.argmax()))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
