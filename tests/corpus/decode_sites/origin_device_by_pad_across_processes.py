# Padded, then gathered.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(accelerator, model, x):
    ids = accelerator.pad_across_processes(model.generate(x), dim=1)
    return tok.batch_decode(accelerator.gather(ids))  #! site: token device  # expect: unledgered-site
