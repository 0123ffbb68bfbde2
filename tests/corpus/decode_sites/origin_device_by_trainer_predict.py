# The predictions of a trainer.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(trainer, dataset):
    out = trainer.predict(dataset)
    return tok.batch_decode(out.predictions)  #! site: token device  # expect: unledgered-site
