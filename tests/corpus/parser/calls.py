# Arguments of every kind.
def show(tokenizer, x, args, kwargs):
    print(*args, x, *args, sep="", **kwargs, **{})
    print(y for y in x)
    return tokenizer.decode(*args, x, skip_special_tokens=True, **kwargs)  #! site: token unknown  # expect: unledgered-site
