# Inside a with statement and a try.
import torch
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    with torch.inference_mode():
        try:
            return tok.decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
        finally:
            model.cpu()
