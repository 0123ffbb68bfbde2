# A tokenizer behind a server: the body shows no decode, the signature shows what it is. A codec of digits is none.
import requests


class ServedTokenizer:
    def __init__(self, url):
        self.url = url

    def encode(self, text: str) -> list[int]:
        return requests.post(self.url + "/encode", json={"text": text}).json()["tokens"]

    def decode(self, tokens: list[int]) -> str:
        return requests.post(self.url + "/decode", json={"tokens": tokens}).json()["text"]

    def batch_decode(self, rows: list[list[int]]) -> list[str]:
        return [self.decode(row) for row in rows]  # expect: unledgered-site  #! site: token device


class Digits:
    def encode(self, number: int) -> bytes:
        return str(number).encode()

    def decode(self, digits: list[int]) -> int:
        return sum(digits)


def label(model, batch):
    served = ServedTokenizer("http://localhost:9000")
    return served.batch_decode(model.generate(batch))  # expect: unledgered-site  #! site: token device


def add_up(digits):
    return Digits().decode(digits)  #! site: other
