# A causal model gives the prompt and the completion in one tensor; it is told as device: a guard is due either way.
from transformers import AutoModelForCausalLM
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(text):
    model = AutoModelForCausalLM.from_pretrained("m")
    return tok.decode(model.generate(**tok(text, return_tensors="pt"))[0])  #! site: token device  # expect: unledgered-site
