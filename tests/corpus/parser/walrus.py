# Assignment expressions in every place that takes one.
def show(tokenizer, x):
    if (n := len(x)) > 3 and (y := x[:n]):
        print(y)
    while chunk := x.pop():
        print(chunk)
    return [z for w in x if (z := tokenizer.decode(w))]  #! site: token unknown  # expect: unledgered-site
