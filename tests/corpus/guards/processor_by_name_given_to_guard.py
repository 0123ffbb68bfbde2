# A parameter called processor, of which nothing else is known.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats, processor):
    ids = model.generate(feats)
    assert_ids_in_range(ids, processor)  # expect: guard-given-processor
    return processor.batch_decode(ids, skip_special_tokens=True)  #! site: token device  # expect: unledgered-site
