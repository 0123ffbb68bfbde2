# clean
# A local variable named like a decode API is no method of anything.
def widths(rows):
    decode_tokens = [len(row) for row in rows]
    return sum(decode_tokens)
