# The second stage turns text into text: a Moses detokenizer sees words, no ids.
from sacremoses import MosesDetokenizer

moses = MosesDetokenizer(lang="en")


def join(words):
    return moses.detokenize(words)  #! site: other
