# Nothing but the name: the weakest evidence, and no stronger one against it.
def to_texts(x, tokenizer, processor, processing_class):
    return tokenizer.decode(x), processor.decode(x), processing_class.decode(x)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site
