# A site inside a handler is a site.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x, log):
    ids = model.generate(x)[0]
    try:
        return log.write(ids)
    except OSError:
        return tok.decode(ids)  #! site: token device  # expect: unledgered-site
