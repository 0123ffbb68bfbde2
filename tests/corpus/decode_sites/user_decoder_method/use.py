def show(thing, logits):
    return thing.untokenise(logits.argmax(-1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
