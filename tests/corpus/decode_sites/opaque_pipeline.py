# The pipeline decodes inside the library: no guard can stand there. It is told where it is made.
from transformers import pipeline

asr = pipeline("automatic-speech-recognition", model="m")  #! site: opaque  # expect: opaque-decode


def transcribe(audio):
    return asr(audio)["text"]
