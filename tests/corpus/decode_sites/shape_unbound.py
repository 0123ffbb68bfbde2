# The receiver is the first argument; the ids are the second.
from transformers import PreTrainedTokenizerFast, WhisperTokenizerFast

tok = WhisperTokenizerFast.from_pretrained("m")


def to_text(model, x):
    return PreTrainedTokenizerFast.decode(tok, model.generate(x)[0])  #! site: token device  # expect: unledgered-site
