# What a trainer hands to `compute_metrics`: predictions from the device, labels with their sentinel.
from transformers import Seq2SeqTrainer
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    said = tok.batch_decode(predictions)  #! site: token device  # expect: unledgered-site
    meant = tok.batch_decode(labels)  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
    return {"same": said == meant}


trainer = Seq2SeqTrainer(compute_metrics=compute_metrics)
