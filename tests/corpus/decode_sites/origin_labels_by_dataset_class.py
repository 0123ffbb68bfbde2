# What a dataset's methods, rows and loader give are labels, also under a key that a model's output has, too.
from torch.utils.data import DataLoader, Dataset
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class Chunks(Dataset):
    def __init__(self, index):
        self.index = index

    def stretch(self, i):
        return self.index.read(i)


class Results:
    def stretch(self, i):
        return open(i)


def show_stretch(index, i):
    print(tok.decode(Chunks(index).stretch(i)))  #! site: token labels  # expect: unledgered-site
    print(tok.decode(Chunks(index)[i]))  #! site: token labels  # expect: unledgered-site
    print(tok.decode(Results().stretch(i)))  #! site: token unknown  # expect: unledgered-site


def show_batches(index, model):
    for batch in DataLoader(Chunks(index)):
        print(tok.decode(batch["tokens"][0]))  #! site: token labels  # expect: unledgered-site
        made = model.generate(batch)
        print(tok.decode(made["tokens"][0]))  #! site: token device  # expect: unledgered-site
