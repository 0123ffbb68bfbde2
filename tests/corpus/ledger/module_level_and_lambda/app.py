# Module level is <module>, lambdas are numbered, a reference is keyed by its text.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")

text = tok.decode([1, 2])  #! site: token constant
later = lambda ids: tok.decode(ids)  #! site: token unknown
texts = map(tok.decode, [[1], [2]])  #! site: token constant
