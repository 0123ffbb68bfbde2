# A call inside an f-string is a call.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, x):
    print(f"said: {tok.decode(model.generate(x)[0])!r}")  #! site: token device  # expect: unledgered-site
