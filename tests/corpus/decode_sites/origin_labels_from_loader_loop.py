# The batch comes out of a loader.
from torch.utils.data import DataLoader
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(dataset):
    for batch in DataLoader(dataset):
        print(tok.batch_decode(batch["labels"]))  #! site: token labels sentinel  # expect: unledgered-site  # expect: sentinel-decoded
