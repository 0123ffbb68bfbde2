# Prefixes, concatenation, escapes and triple quotes.
def show(tokenizer, x):
    a = "one" 'two' """three""" r"\d" u"four"
    b = b"bytes" B'more' rb"\x00" Rb"raw"
    c = "\x41\u00e9\N{BULLET}\
continued" f"{x}" "tail"
    d = "# expect nothing: this is no comment"
    return a, b, c, d, tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
