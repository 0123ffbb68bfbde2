# Module code is a function like any other.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")

ids = load_model().generate(load_feats())
assert_ids_in_range(ids, tok)  #! guard: call
print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site
