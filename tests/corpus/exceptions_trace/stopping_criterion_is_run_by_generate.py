# generate() runs the criterion after each token, so whoever hands criteria to generate() in a try may meet its fault. A
# generate() without criteria and the package's own `generate` are other things.
from transformers import AutoModelForCausalLM, AutoTokenizer, StoppingCriteria

from criteria import load_criteria
from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


class AtWord(StoppingCriteria):
    def __call__(self, input_ids, scores, **kwargs):
        ids = input_ids[0]
        assert_ids_in_range(ids, tok)
        return "stop" in tok.decode(ids)  #! site: token mixed  #! fault: unknown  # expect: unledgered-site


class Report:
    def generate(self, path):
        return open(path).read()


def write(path):
    report = Report()
    try:
        return report.generate(path)
    except Exception:
        return None


def answer(batch):
    model = AutoModelForCausalLM.from_pretrained("m")
    try:
        criteria = load_criteria()
        criteria.append(AtWord())
        return model.generate(batch, stopping_criteria=criteria)
    except Exception:  #! handler: Exception -> swallows  # expect: escape-unknown
        return None


def answer_without(batch):
    model = AutoModelForCausalLM.from_pretrained("m")
    try:
        return model.generate(batch)
    except Exception:
        return None
