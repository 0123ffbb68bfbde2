# One metric decodes two arrays: the sentinel is cleared in the labels only, and one broad handler is around both.
import numpy as np
from transformers import AutoTokenizer, Seq2SeqTrainer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(pred):
    labels = pred.label_ids
    labels[labels == -100] = tok.pad_token_id
    try:
        said = tok.batch_decode(pred.predictions)  #! site: token device  # expect: unledgered-site  #! fault: swallowed  # expect: sentinel-decoded
        meant = tok.batch_decode(labels)  #! site: token host  # expect: unledgered-site  #! fault: swallowed
        return {"exact": np.mean([a == b for a, b in zip(said, meant)])}
    except Exception as e:  #! handler: Exception -> swallows
        print(e)
        return {}


trainer = Seq2SeqTrainer(compute_metrics=compute_metrics)
