# Inside a match statement.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(kind, model, x):
    match kind:
        case "text":
            return tok.decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
        case _:
            return None
