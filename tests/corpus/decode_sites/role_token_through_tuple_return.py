# The second of two values.
from transformers import AutoModelForCausalLM, AutoTokenizer


def load():
    return AutoModelForCausalLM.from_pretrained("m"), AutoTokenizer.from_pretrained("m")


def to_text(x):
    model, thing = load()
    return thing.decode(model.generate(x)[0])  #! site: token  # expect: unledgered-site
