# A class of the package that derives from a library's tokenizer.
from transformers import PreTrainedTokenizer


class Phonemes(PreTrainedTokenizer):
    pass


def to_text(x):
    return Phonemes.from_pretrained("m").decode(x)  #! site: token unknown  # expect: unledgered-site
