from transformers import AutoTokenizer


class Tokens:
    def __init__(self):
        self.inner = AutoTokenizer.from_pretrained("m")


def make():
    return Tokens()
