# Both definitions count; both are tokenizers.
try:
    from transformers import WhisperTokenizerFast as Tok
except ImportError:
    from transformers import WhisperTokenizer as Tok

thing = Tok.from_pretrained("m")


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
