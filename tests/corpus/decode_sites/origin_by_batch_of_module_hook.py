# Lightning calls the step methods with a batch of the loader.
import lightning.pytorch as pl
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Net(pl.LightningModule):
    def validation_step(self, batch, number):
        rows, _ = batch
        print(tok.batch_decode(rows))  #! site: token labels  # expect: unledgered-site

    def other_step(self, batch, number):
        print(tok.batch_decode(batch))  #! site: token unknown  # expect: unledgered-site
