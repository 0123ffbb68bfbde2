# The Rust tokenizers have `decode_batch` where transformers have `batch_decode`.
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_file("tokenizer.json")


def to_texts(model, features):
    return tokenizer.decode_batch(model.generate(features).tolist())  #! site: token device  # expect: unledgered-site
