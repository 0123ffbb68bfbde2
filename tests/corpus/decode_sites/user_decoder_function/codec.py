import ctypes

lib = ctypes.CDLL("libcodec.so")


def to_text(ids):
    return lib.text_of(ids)


def show(logits):
    return to_text(logits.argmax(-1))  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
