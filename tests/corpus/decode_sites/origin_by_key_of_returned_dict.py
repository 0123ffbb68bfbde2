# Each key of a dict has an origin of its own, wherever the dict was made.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def rollout(model, batch):
    seen = {"before": batch["input_ids"]}
    seen["after"] = model.generate(batch["input_ids"])
    return seen


def show(model, batch):
    rows = [rollout(model, batch)]
    print(tok.decode(rows[0]["before"]))  #! site: token labels  # expect: unledgered-site
    print(tok.decode(rows[0].get("after")))  #! site: token device  # expect: unledgered-site
