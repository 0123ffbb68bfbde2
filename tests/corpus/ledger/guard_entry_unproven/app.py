# A named function whose body is no guard.
# clean


def check(ids, tokenizer):
    print(len(ids))
