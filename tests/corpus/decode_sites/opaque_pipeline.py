# The pipeline decodes inside the library: no guard can stand there.
from transformers import pipeline

asr = pipeline("automatic-speech-recognition", model="m")


def transcribe(audio):
    return asr(audio)["text"]  #! site: opaque  # expect: opaque-decode
