# Every form of pattern.
def show(tokenizer, x):
    match x:
        case 0 | -1 | "text" | None:
            return ""
        case [first, *rest] if rest:
            return tokenizer.decode(rest)  #! site: token unknown  # expect: unledgered-site
        case {"ids": ids, **others}:
            return tokenizer.decode(ids)  #! site: token unknown  # expect: unledgered-site
        case Batch(ids=[a, _], lengths=(1 | 2) as n):
            return tokenizer.decode(a)  #! site: token unknown  # expect: unledgered-site
        case codes.EMPTY:
            return None
        case _:
            return x
