# What is stored to a property goes to its setter's parameter, and what the property gives is what the getter returns.
import subprocess

from transformers import AutoTokenizer


class Judge:
    @property
    def reader(self):
        return self._reader

    @reader.setter
    def reader(self, reader):
        self._reader = reader

    def tell(self, ids):
        return self.reader.decode(ids)  #! site: token unknown  # expect: unledgered-site


class Log:
    def __init__(self):
        self.reader = subprocess.check_output(["date"])

    def tell(self):
        return self.reader.decode()  #! site: bytes


def make():
    judge = Judge()
    judge.reader = AutoTokenizer.from_pretrained("m")
    return judge, Log()
