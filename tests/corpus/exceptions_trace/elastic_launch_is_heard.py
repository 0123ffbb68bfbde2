# The same launcher, with the try around its configuration only.
# complete: handlers
from torch.distributed.launcher.api import LaunchConfig, elastic_launch
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def work(batch):
    return load(batch)


def main(config, batch):
    try:
        settings = LaunchConfig(**config)
    except Exception:
        settings = LaunchConfig()
    return elastic_launch(settings, entrypoint=work)(batch)
