# Whisper's `model.decode` takes a spectrogram and searches.
import whisper

model = whisper.load_model("tiny")


def transcribe(mel):
    return model.decode(mel).text  #! site: search
