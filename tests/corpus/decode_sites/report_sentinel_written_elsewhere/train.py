from dataclasses import dataclass, field

from transformers import AutoTokenizer

from mask import mask_tool_results

tok = AutoTokenizer.from_pretrained("m")


@dataclass
class Sample:
    completion_ids: list = field(default_factory=list)
    tool_spans: list = field(default_factory=list)


def rollout(model, x):
    sample = Sample()
    sample.completion_ids = model.generate(x)[0].tolist()
    mask_tool_results(sample)
    print(tok.decode(sample.completion_ids))  #! site: token device  # expect: unledgered-site  # known-miss: sentinel-decoded
