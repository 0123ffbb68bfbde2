# Gathered from all processes.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(accelerator, model, x):
    ids = accelerator.gather_for_metrics(model.generate(x))
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
