# An argmax over logits that may be wider than the tokenizer, in an evaluation callback; the labels are decoded unmasked.
from transformers import AutoTokenizer, TrainerCallback

tok = AutoTokenizer.from_pretrained("m")


class Samples(TrainerCallback):
    def on_evaluate(self, args, state, control, model, eval_dataloader, **kwargs):
        for batch in eval_dataloader:
            meant = tok.batch_decode(batch["labels"])  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
            ids = model(**batch).logits.argmax(dim=-1)
            said = tok.batch_decode(ids)  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
            print(meant, said)
