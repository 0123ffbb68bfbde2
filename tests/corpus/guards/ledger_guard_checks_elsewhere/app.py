# The function that the ledger names hands its ids to a library: its body proves nothing.
import checks
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def check_ids(ids, tokenizer):
    checks.in_range(ids, len(tokenizer))


def load(model, feats):
    ids = model.generate(feats)
    check_ids(ids, tok)
    return tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site "may be a guard"
