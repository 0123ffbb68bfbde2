# The loop ends by its break alone.
from transformers import AutoTokenizer


def to_text(x):
    while True:
        try:
            thing = AutoTokenizer.from_pretrained("m")
            break
        except OSError:
            continue
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
