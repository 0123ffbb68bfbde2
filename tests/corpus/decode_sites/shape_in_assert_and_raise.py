# Statements that are seldom looked at hold sites too.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def expect(model, x, wanted):
    ids = model.generate(x)[0]
    assert tok.decode(ids) == wanted  #! site: token device  # expect: unledgered-site
    if len(ids) > 100:
        raise ValueError(tok.decode(ids))  #! site: token device  # expect: unledgered-site
