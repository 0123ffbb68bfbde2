# The sentinel is cleared in each row of the labels, or in what is made of them.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def first(batch):
    labels = batch["labels"]
    for i in range(len(labels)):
        labels[i][labels[i] == -100] = tok.pad_token_id
    return tok.batch_decode(labels)  #! site: token labels


def second(batch):
    rows = []
    for row in batch["labels"]:
        rows.append(row[row != -100].tolist())
    return tok.batch_decode(rows)  #! site: token
