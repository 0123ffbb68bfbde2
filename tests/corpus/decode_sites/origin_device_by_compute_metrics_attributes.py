# The same, by attributes.
from transformers import Trainer
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(p):
    said = tok.batch_decode(p.predictions)  #! site: token device  # expect: unledgered-site
    meant = tok.batch_decode(p.label_ids)  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
    return {"same": said == meant}


trainer = Trainer(compute_metrics=compute_metrics)
