# Behind a resize the bound's premise has to be derived anew.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, feats):
    model.resize_token_embeddings(len(tok))  # expect: vocabulary-resized
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
