# The try stands in the script's main block.
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def main():
    print(load([1]))


if __name__ == "__main__":
    try:
        main()
    except Exception as error:  #! handler: Exception -> swallows  # expect: fault-swallowed
        print("failed", error)
