# SentencePiece has Python names and C++ names for the same calls.
import sentencepiece as spm

sp = spm.SentencePieceProcessor(model_file="m.model")


def python_names(ids: list[int]):
    return sp.decode_ids(ids), sp.id_to_piece(7)  #! site: token unknown  # expect: unledgered-site  #! site: token constant  # expect: unledgered-site


def cpp_names(logits):
    ids = logits.argmax(-1).tolist()
    words = [sp.IdToPiece(i) for i in ids]  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
    return sp.DecodeIds(ids), words  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
