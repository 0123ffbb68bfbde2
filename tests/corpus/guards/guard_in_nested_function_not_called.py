# The guard stands in a nested function that nothing calls.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    ids = model.generate(feats)

    def check():
        assert_ids_in_range(ids, tok)

    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "no guard"
