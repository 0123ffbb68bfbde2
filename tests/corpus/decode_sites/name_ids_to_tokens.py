# As `ids_to_text`, but the answer is a list of pieces.
def pieces(asr, logits):
    return asr.tokenizer.ids_to_tokens(logits.argmax(-1).tolist())  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
