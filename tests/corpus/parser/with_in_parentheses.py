# Several items in parentheses, over lines.
def show(tokenizer, x):
    with (
        open("a") as a,
        open("b"),
    ):
        return tokenizer.decode(x), a  #! site: token unknown  # expect: unledgered-site
