# Runs on import.
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")
model = AutoModelForSeq2SeqLM.from_pretrained("m")
print(tok.decode(model.generate(tok("hello").input_ids)[0]))  #! site: token device  # expect: unledgered-site
