# A table that is named for its key, `x_by_token_id`, is no special id of the tokenizer.
class Joined:
    def __init__(self, parts, offset_by_token_id):
        self.parts = parts
        self.offset_by_token_id = offset_by_token_id
        self.first_token_id = 0

    def first(self, tokenizer):
        return tokenizer.decode([self.first_token_id])  #! site: token constant  # expect: unledgered-site

    def pieces(self, tokenizer, ids):
        return [tokenizer.decode([self.offset_by_token_id[i]]) for i in ids]  #! site: token unknown  # expect: unledgered-site
