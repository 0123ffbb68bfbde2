# A loader runs its collate_fn, and map() its function, while it is iterated: a try around the making meets nothing.
# complete: handlers
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def show(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def train(rows):
    try:
        loader = DataLoader(rows, collate_fn=show)
    except Exception:
        return
    try:
        for batch in loader:
            print(batch)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("stopped")


def tell(rows):
    try:
        texts = map(show, rows)
    except Exception:
        return []
    try:
        return list(texts)
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return []
