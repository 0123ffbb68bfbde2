# Both arrays are cleared.
import numpy as np
from transformers import AutoTokenizer, Seq2SeqTrainer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(eval_preds):
    preds, labels = eval_preds
    preds = np.where(preds != -100, preds, tok.pad_token_id)
    said = tok.batch_decode(preds)  #! site: token device  # expect: guard-missing
    labels = np.where(labels != -100, labels, tok.pad_token_id)
    meant = tok.batch_decode(labels)  #! site: token host
    return {"exact": np.mean([a == b for a, b in zip(said, meant)])}


trainer = Seq2SeqTrainer(compute_metrics=compute_metrics)
trainer.evaluate()
