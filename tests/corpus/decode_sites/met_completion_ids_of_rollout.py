# Prompt and completion are cut apart behind a causal model's `generate`.
from transformers import AutoModelForCausalLM, AutoTokenizer


class Rollout:
    def __init__(self, name):
        self.processing_class = AutoTokenizer.from_pretrained(name)
        self.model = AutoModelForCausalLM.from_pretrained(name)

    def run(self, prompts):
        inputs = self.processing_class(prompts, return_tensors="pt", padding=True)
        out = self.model.generate(**inputs)
        width = inputs["input_ids"].size(1)
        prompt_ids, completion_ids = out[:, :width], out[:, width:]
        said = self.processing_class.batch_decode(completion_ids)  #! site: token device  # expect: unledgered-site
        return said, self.processing_class.batch_decode(inputs["input_ids"])  #! site: token host  # expect: unledgered-site
