# An audio codec's decode gives a waveform.
from encodec import EncodecModel

codec = EncodecModel.encodec_model_24khz()


def waveform(frames):
    return codec.decode(frames)  #! site: media
