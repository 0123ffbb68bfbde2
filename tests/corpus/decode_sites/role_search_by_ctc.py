# A beam search over logits makes text, but not from ids.
from pyctcdecode import build_ctcdecoder

ctc = build_ctcdecoder(["a", "b"])


def transcribe(logits):
    return ctc.decode(logits), ctc.decode_beams(logits)  #! site: search
