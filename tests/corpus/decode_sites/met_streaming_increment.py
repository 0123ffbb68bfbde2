# One token after another, the text so far each time.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def stream(engine, prompt):
    so_far = []
    for step in engine.generate(prompt):
        so_far.append(step.token_id)
        yield tok.decode(so_far, skip_special_tokens=True)  #! site: token device  # expect: unledgered-site
