# A logging handler that follows the rules reports its own errors by handleError(), which prints them.
import logging

from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


class Shown(logging.Handler):
    def emit(self, record):
        try:
            print(load(record.ids))
        except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
            self.handleError(record)


def main(ids):
    log = logging.getLogger("asr")
    log.addHandler(Shown())
    log.info("done", extra={"ids": ids})
