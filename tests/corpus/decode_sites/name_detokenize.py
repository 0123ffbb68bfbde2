# `detokenize` of ids is a decode.
def text_of(tokenizer, logits):
    return tokenizer.detokenize(logits.argmax(-1).tolist())  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
