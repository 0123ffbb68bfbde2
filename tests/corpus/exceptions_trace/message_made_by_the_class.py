# The class words its message itself, so the marker is held against that text, not against what the guard passes.
from transformers import AutoModelForCausalLM, AutoTokenizer

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    def __init__(self, bad, bound):
        super().__init__(f"hardware fault: id {bad} is outside [0, {bound})")


def assert_ids_in_range(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(i, len(tokenizer))


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(batches):
    try:
        return [load(batch) for batch in batches]
    except Exception as error:  #! handler: Exception -> reraises
        if "hardware fault" in f"{error}":
            raise
        return []
