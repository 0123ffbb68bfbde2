from transformers import AutoTokenizer, Seq2SeqTrainer

tok = AutoTokenizer.from_pretrained("m")


def compute_metrics(pred):
    labels = pred.label_ids
    labels[labels == -100] = tok.pad_token_id
    return {"words": len(tok.batch_decode(labels))}  #! site: token host  # expect: exemption-contradicted


trainer = Seq2SeqTrainer(compute_metrics=compute_metrics)
