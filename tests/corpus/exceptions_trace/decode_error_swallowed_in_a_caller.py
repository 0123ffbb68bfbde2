# No guard: what a tokenizer raises on ids out of range is all there is, and a narrow clause of a direct caller keeps it.
from transformers import AutoModelForCausalLM, AutoTokenizer

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    return tok.decode(model.generate(batch)[0])  #! site: token device  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(batch) for batch in batches]
    except IndexError:  # known-miss: decode-error-swallowed
        return []
