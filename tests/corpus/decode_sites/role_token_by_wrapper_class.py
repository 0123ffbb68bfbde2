# The class's own `decode` hands its ids on to a tokenizer: the inner call is the raw site, the outer call delegates.
import tiktoken


class Codec:
    def __init__(self):
        self.enc = tiktoken.get_encoding("gpt2")

    def decode(self, ids):
        return self.enc.decode(ids)  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer


def to_text(logits):
    return Codec().decode(logits.argmax(-1).tolist())  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
