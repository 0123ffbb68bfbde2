# A helper of the package that always ends the run with status 1.
import sys

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def die(error):
    print("fatal", error)
    sys.exit(1)


def main(ids):
    try:
        return load(ids)
    except Exception as error:  #! handler: Exception -> exits
        die(error)
