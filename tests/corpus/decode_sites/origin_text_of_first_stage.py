# The second of two stages decodes a string: its ids are those that the first stage made the string of.


class Vocabulary:
    def __init__(self, symbols):
        self.symbols = symbols

    def string(self, ids):
        return " ".join(self.symbols[i] for i in ids)


def by_generation(bpe, model, batch, symbols):
    line = Vocabulary(symbols).string(model.generate(batch))
    return bpe.decode(line)  #! site: token device  # expect: unledgered-site


def by_batch(bpe, batch, symbols):
    line = Vocabulary(symbols).string(batch["target"])
    return bpe.decode(line)  #! site: token labels  # expect: unledgered-site


def by_nobody(bpe, line):
    return bpe.decode(line)  #! site: token unknown  # expect: unledgered-site
