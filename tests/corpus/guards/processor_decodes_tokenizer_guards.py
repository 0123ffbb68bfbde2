# A processor decodes with its tokenizer, which the guard measures.
from transformers import WhisperProcessor

from faults import assert_ids_in_range

processor = WhisperProcessor.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, processor.tokenizer)  #! guard: call
    return processor.batch_decode(ids)  #! site: token device  # expect: unledgered-site
