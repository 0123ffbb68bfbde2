# `else` of for and while, and of if.
def show(tokenizer, x):
    for y in x:
        if y:
            break
        elif y is None:
            continue
        else:
            pass
    else:
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    while x:
        x = x[1:]
    else:
        return None
