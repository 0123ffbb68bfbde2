# Stars in targets, displays, returns, subscripts and loops.
def show(tokenizer, x):
    first, *rest = x
    (a, [b, *c]), d = x
    for y in *first, *rest:
        print(y)
    z = [*a, *b], {*c}, {**d, "k": 1}
    print(x[*first], x[1:2, ..., ::3])
    return *z, tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
