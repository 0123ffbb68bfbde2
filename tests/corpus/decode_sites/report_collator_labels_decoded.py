# What the collator returns still holds -100 and is decoded as it is: a guard here would raise on every healthy run.
from transformers import DataCollatorForSeq2Seq, T5Tokenizer

tok = T5Tokenizer.from_pretrained("m")
collator = DataCollatorForSeq2Seq(tok)


def show(rows):
    batch = collator(rows)
    return tok.batch_decode(batch["labels"])  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
