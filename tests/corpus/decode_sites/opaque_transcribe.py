# faster-whisper gives segments of text.
from faster_whisper import WhisperModel

model = WhisperModel("small")


def transcribe(path):
    return model.transcribe(path)  #! site: opaque  # expect: opaque-decode
