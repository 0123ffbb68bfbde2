# What was collected behind a guard is sliced, filtered by a function and bound anew.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def without_pad(rows):
    for i in range(len(rows)):
        rows[i] = [t for t in rows[i] if t != tok.pad_token_id]
    return rows


def load(model, batches, n):
    rows = []
    for feats in batches:
        ids = model.generate(feats)
        assert_ids_in_range(ids, tok)  #! guard: call
        rows.extend(ids.cpu().numpy())
    last = rows[-n:]
    last = without_pad(last)
    print(tok.batch_decode(last))  #! site: token device  # expect: unledgered-site "guarded"
    rows = without_pad(rows)
    return tok.batch_decode(rows)  #! site: token device  # expect: unledgered-site "guarded"
