# clean
# `generate` of a model gives ids: nothing is decoded here.
from transformers import AutoModelForCausalLM

model = AutoModelForCausalLM.from_pretrained("m")


def ids_of(x):
    return model.generate(x)
