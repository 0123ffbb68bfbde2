# `match`, `case`, `type` and `_` are names where no statement can begin.
match = {"case": 1}
case, type = match["case"], print
type(match)


def show(tokenizer, match):
    match.case = match[0]
    match(case)
    return tokenizer.decode(match)  #! site: token unknown  # expect: unledgered-site
