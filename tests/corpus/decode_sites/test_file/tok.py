from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")
