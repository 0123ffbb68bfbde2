# Every piece of the vocabulary, by its size.
import sentencepiece as spm

sp = spm.SentencePieceProcessor(model_file="m.model")


def pieces():
    return [sp.id_to_piece(i) for i in range(sp.get_piece_size())]  #! site: token constant  # expect: unledgered-site
