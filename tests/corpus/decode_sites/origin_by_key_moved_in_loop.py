# A dict that is copied key by key keeps each key's origin.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def collect(model, batch):
    return {"asked": batch["input_ids"], "said": model.generate(batch["input_ids"])}


def by_comprehension(model, batch):
    moved = {k: v.to("cpu") for k, v in collect(model, batch).items()}
    print(tok.decode(moved["asked"]))  #! site: token labels  # expect: unledgered-site
    print(tok.decode(moved["said"]))  #! site: token device  # expect: unledgered-site


def by_loop(model, batch):
    rows, moved = collect(model, batch), {}
    for name in ("asked", "said"):
        moved[name] = rows.pop(name).cpu()
    print(tok.decode(moved["asked"]))  #! site: token labels  # expect: unledgered-site
    print(tok.decode(moved["said"]))  #! site: token device  # expect: unledgered-site
