# Some tokenizers keep a dict under this name; asking for its keys decodes nothing.
from transformers import BertTokenizer

tok = BertTokenizer.from_pretrained("m")


def vocabulary():
    return list(tok.ids_to_tokens.keys())  #! site: other
