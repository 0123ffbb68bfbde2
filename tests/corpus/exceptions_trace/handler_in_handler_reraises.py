# The inner try of the handler catches what its own body raises; the fault is raised behind it.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def load_all(ids, file):
    try:
        return load(ids)
    except Exception:  #! handler: Exception -> reraises
        try:
            file.unlink()
        except OSError:
            pass
        raise
