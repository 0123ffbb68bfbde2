# The sentinel is cleared in the labels and not in the predictions, which evaluation pads with it, too.
import numpy as np
from transformers import AutoTokenizer, Seq2SeqTrainer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    if isinstance(preds, tuple):
        preds = preds[0]
    said = tok.batch_decode(preds)  #! site: token device  # expect: sentinel-decoded "its twin is cleared"  # expect: guard-missing
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    meant = tok.batch_decode(labels)  #! site: token host  # related: "the twin, whose sentinel is cleared"
    return {"exact": np.mean([a == b for a, b in zip(said, meant)])}


trainer = Seq2SeqTrainer(compute_metrics=compute_metrics)
trainer.evaluate()
