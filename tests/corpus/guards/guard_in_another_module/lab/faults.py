class HardwareFault(RuntimeError):
    pass


def check_ids(ids, tokenizer):
    if (ids < 0).any() or (ids >= len(tokenizer)).any():
        raise HardwareFault("token ids out of range")
