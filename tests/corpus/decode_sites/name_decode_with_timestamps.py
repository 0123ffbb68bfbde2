# Whisper's own tokenizer has a decode of its own that keeps timestamp tokens.
from whisper.tokenizer import get_tokenizer

tokenizer = get_tokenizer(multilingual=True)


def with_times(segment, logits):
    tokens = logits.argmax(-1).tolist()
    return tokenizer.decode_with_timestamps(tokens)  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
