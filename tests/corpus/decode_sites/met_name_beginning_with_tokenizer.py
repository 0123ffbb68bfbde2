# A name that holds the word is told by it, too.
def to_text(src_tokenizer, tokenizer_fast, ids):
    return src_tokenizer.decode(ids), tokenizer_fast.decode(ids)  #! site: token unknown  # expect: unledgered-site  #! site: token unknown  # expect: unledgered-site
