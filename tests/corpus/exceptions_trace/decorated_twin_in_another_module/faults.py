# What single-file cases import: a fault type of its own, and a guard that is sound.


class HardwareFault(RuntimeError):
    """The machine miscomputed."""


def flat(ids):
    ids = ids.tolist() if hasattr(ids, "tolist") else ids
    if isinstance(ids, (list, tuple)):
        return [i for row in ids for i in flat(row)]
    return [ids]


def assert_ids_in_range(ids, tokenizer):
    bound = len(tokenizer)
    for i in flat(ids):
        if i < 0 or i >= bound:
            raise HardwareFault(f"token id {i} is outside [0, {bound})")
    return ids
