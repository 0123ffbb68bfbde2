# `decode` is a module-level lambda around an encoder's decode: both the inner call and each call of the alias are sites.
import tiktoken

enc = tiktoken.get_encoding("gpt2")
encode = lambda s: enc.encode(s)
decode = lambda l: enc.decode(l)  #! site: token device  # expect: unledgered-site


def sample(model, start):
    y = model.generate(encode(start), 100)
    print(decode(y[0].tolist()))  #! site: token device  # expect: unledgered-site
