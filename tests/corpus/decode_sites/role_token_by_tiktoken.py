# tiktoken by model name.
import tiktoken

thing = tiktoken.encoding_for_model("gpt-4")


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
