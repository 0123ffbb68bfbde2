# The ids are checked before the work is handed to a pool.
from concurrent.futures import ThreadPoolExecutor

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def show(ids):
    print(tok.batch_decode(ids))  #! site: token device  # expect: unledgered-site "guarded"


def load(model, feats):
    ids = model.generate(feats)
    assert_ids_in_range(ids, tok)  #! guard: call
    with ThreadPoolExecutor() as pool:
        pool.submit(show, ids).result()
