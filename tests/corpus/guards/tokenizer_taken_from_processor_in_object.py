# The object keeps the processor and its tokenizer; the processor decodes.
from transformers import WhisperProcessor

from faults import assert_ids_in_range


class Judge:
    def __init__(self, model):
        self.model = model
        self.processor = WhisperProcessor.from_pretrained("m")
        self.tok = self.processor.tokenizer

    def run(self, feats):
        ids = self.model.generate(feats)
        assert_ids_in_range(ids, self.tok)  #! guard: call
        return self.processor.batch_decode(ids)  #! site: token device  # expect: unledgered-site "guarded"
