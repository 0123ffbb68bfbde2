# The guard's class derives from BaseException: `except Exception` does not see it.
# complete: handlers
from transformers import AutoModelForCausalLM, AutoTokenizer

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


class Killed(BaseException):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise Killed(f"token id {i}")


def load_all(batch):
    ids = model.generate(batch)[0]
    try:
        check(ids, tok)
        return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site
    except Exception:
        return None
