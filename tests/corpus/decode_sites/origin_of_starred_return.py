# Behind a star a tuple goes on with the elements of what is spread.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def moved(mask, *rows):
    return (mask.argmax(-1), *[row.to("cpu") for row in rows])


def show(mask, text):
    best, ids = moved(mask, tok.encode(text))
    print(tok.decode(best))  #! site: token device  # expect: unledgered-site
    print(tok.decode(ids))  #! site: token host  # expect: unledgered-site
