# Columns count code points, whatever their width in bytes; the carets say so.
def näytä(tokenizer, 文):
    return "日本語😀", tokenizer.decode(文)  #! site: token unknown
    #                        ^^^^^^ expect: unledgered-site
