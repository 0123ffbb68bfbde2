# Made empty, loaded later: the constructor is enough.
import sentencepiece

thing = sentencepiece.SentencePieceProcessor()
thing.Load("m.model")


def to_text(x):
    return thing.decode(x)  #! site: token unknown  # expect: unledgered-site
