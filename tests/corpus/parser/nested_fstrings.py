# PEP 701: quotes may nest, and expressions may hold anything.
def show(tokenizer, x, width):
    a = f"{f"{tokenizer.decode(x)}"!r:>{width}}"  #! site: token unknown  # expect: unledgered-site
    b = f'''{
        tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    }'''
    return a, b, f"{{not code}}", f"{x=}", rf"\d{x}"
