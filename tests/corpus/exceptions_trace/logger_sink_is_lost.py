# What a sink raises is printed by the logger, which goes on.
from loguru import logger
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


def show(message):
    print(load(message.record["extra"]["ids"]))


def main():
    logger.add(show)  #! handler: logger.add(show) -> swallows  # expect: fault-lost-at-boundary
