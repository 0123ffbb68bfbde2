# The prompt is checked, what the model makes of it is not.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def load(model, prompt):
    assert_ids_in_range(prompt, tok)  # expect: guard-checks-other-ids "`prompt`, while `ids`"
    ids = model.generate(prompt)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site
