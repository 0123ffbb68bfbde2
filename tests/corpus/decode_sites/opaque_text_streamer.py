# The streamer decodes what generate hands it.
from transformers import AutoTokenizer, TextIteratorStreamer

tok = AutoTokenizer.from_pretrained("m")


def stream(model, x):
    streamer = TextIteratorStreamer(tok)  #! site: opaque  # expect: opaque-decode
    model.generate(x, streamer=streamer)
    yield from streamer
