from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range
from runner import script

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


@script(config="load")
def main(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    print(tok.decode(ids))  #! site: token device  #! fault: heard  # expect: unledgered-site


if __name__ == "__main__":
    main()
