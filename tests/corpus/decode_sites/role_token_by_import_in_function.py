# The import stands where it is used.
def to_text(x):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained("m").decode(x)  #! site: token unknown  # expect: unledgered-site
