# Behind the prompt, all ids are the model's own.
from transformers import AutoModelForCausalLM
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(text):
    model = AutoModelForCausalLM.from_pretrained("m")
    prompt = tok(text, return_tensors="pt").input_ids
    out = model.generate(prompt)
    return tok.decode(out[0, prompt.shape[1]:])  #! site: token device  # expect: unledgered-site
