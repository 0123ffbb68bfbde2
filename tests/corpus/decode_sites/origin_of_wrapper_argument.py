# A wrapper says which of its arguments holds the ids: here the second, by place or by keyword.
from transformers import AutoTokenizer


class Hub:
    @classmethod
    def detokenize(cls, task, made):
        return task.tokenizer.decode(made)  #! site: token device  # expect: unledgered-site

    @classmethod
    def show(cls, task, model, batch):
        print(cls.detokenize(task, model.generate(batch)))  #! site: token device  # expect: unledgered-site
        print(cls.detokenize(made=model.generate(batch), task=task))  #! site: token device  # expect: unledgered-site
