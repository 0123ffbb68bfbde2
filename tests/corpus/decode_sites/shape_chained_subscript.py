# The receiver is an element of a dict of processors.
from transformers import WhisperProcessor

procs = {lang: WhisperProcessor.from_pretrained(lang) for lang in ("en", "fi")}


def to_text(lang, model, x):
    return procs[lang].decode(model.generate(x)[0])  #! site: token device  # expect: unledgered-site
