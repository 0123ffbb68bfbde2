# A processor has no length.
from transformers import WhisperProcessor

from faults import assert_ids_in_range

processor = WhisperProcessor.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, processor)  # expect: guard-given-processor
    return processor.batch_decode(ids)  #! site: token device  # expect: unledgered-site
