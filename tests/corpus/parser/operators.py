# Chained comparison, boolean operators, conditional expressions and every arithmetic operator.
def show(tokenizer, x, y):
    a = 0 <= x < len(tokenizer) and x is not None or not y in x
    b = -x + ~y * x @ y // x % y ** x << y >> x & y | x ^ y
    a += b
    b @= a
    return tokenizer.decode(x) if a else b  #! site: token unknown  # expect: unledgered-site
