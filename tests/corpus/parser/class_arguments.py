# Bases, metaclass and keywords, starred bases.
class Model(Base, *mixins, metaclass=Meta, frozen=True, **options):
    def show(self, tokenizer, x):
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
