# Somebody read that this is no tokenizer; its name alone does not contradict.


def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown
