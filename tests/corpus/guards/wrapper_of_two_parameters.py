# The wrapper guards what a model made and decodes labels besides: a call that hands in both is guarded for the first.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def texts_of(preds, labels):
    assert_ids_in_range(preds, tok)  #! guard: call
    return tok.batch_decode(preds), tok.batch_decode(labels)  #! site: token device  #! site: token labels sentinel  # expect: unledgered-site "guarded"  # expect: sentinel-decoded  # expect: unledgered-site "no guard"


def load(model, batch):
    return texts_of(model.generate(batch), batch["labels"])  #! site: token device  # expect: unledgered-site "guarded"
