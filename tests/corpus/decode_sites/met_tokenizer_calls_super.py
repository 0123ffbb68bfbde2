# A tokenizer's own `decode` calls its base's: a raw site inside a wrapper.
from transformers import PreTrainedTokenizer


class Phonemes(PreTrainedTokenizer):
    def decode(self, token_ids, **kwargs):
        return super().decode(token_ids, **kwargs).replace(" ", "")  #! site: token unknown  # expect: unledgered-site
