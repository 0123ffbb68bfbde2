# The inputs of a batch were encoded on the host.
from torch.utils.data import DataLoader
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(dataset):
    for batch in DataLoader(dataset):
        print(tok.batch_decode(batch["input_ids"]))  #! site: token labels no-sentinel  # expect: unledgered-site
