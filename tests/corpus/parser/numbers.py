# Every way to write a number.
VALUES = [1_000, 0xFF, 0o17, 0b1, 1e5, 1.5j, .5, 10., 0]


def show(tokenizer):
    return tokenizer.decode([1_000, 0xFF])  #! site: token constant  # expect: unledgered-site
