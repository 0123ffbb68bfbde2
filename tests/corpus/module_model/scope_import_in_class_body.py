# An import binds in the class.
class Model:
    from transformers import AutoTokenizer as Tok

    def to_text(self, x):
        return self.Tok.from_pretrained("m").decode(x)  #! site: token unknown  # expect: unledgered-site
