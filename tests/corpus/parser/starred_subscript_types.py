# PEP 646 and unions in annotations, strings among them.
def show(tokenizer, x: "list[int] | None", *args: *Shape) -> Array[float, *Shape]:
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
