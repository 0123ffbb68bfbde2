# A tokenizer inside a tokenizer inside a processor, told by the names of the attributes alone.
def to_text(trainer, ids):
    return trainer.processing_class.tokenizer.decode(ids)  #! site: token unknown  # expect: unledgered-site
