# A call that goes over lines stands where the method's name stands.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_texts(model, x):
    return (
        tok
        .batch_decode(  #! site: token device  # expect: unledgered-site
            model.generate(x),
            skip_special_tokens=True,
        )
    )
