# tiktoken's encodings are tokenizers too.
import tiktoken

enc = tiktoken.get_encoding("cl100k_base")


def to_texts(model, prompts):
    rows = [model.sample(p) for p in prompts]
    return enc.decode_batch(rows)  #! site: token device  # expect: unledgered-site
