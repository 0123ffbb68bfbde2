# The lambda's parameter hides the module's name.
thing = b"bytes"
decode = lambda thing, x: thing.decode(x, skip_special_tokens=True)  #! site: token unknown  # expect: unledgered-site
