# A tokenizer of the package that calls its own pieces.
import sentencepiece as spm


class Bpe:
    def __init__(self, path):
        self.sp = spm.SentencePieceProcessor(model_file=path)

    def ids_to_text(self, ids):
        return self.sp.decode_ids(ids)  #! site: token host  # expect: unledgered-site

    def round_trip(self, text):
        return self.ids_to_text(self.sp.encode_as_ids(text))  #! site: token host  # expect: unledgered-site
