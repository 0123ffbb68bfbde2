# A flashlight decoder searches over emissions.
from flashlight.lib.text.decoder import LexiconDecoder


def best(options, emissions, frames, size):
    return LexiconDecoder(options).decode(emissions.data_ptr(), frames, size)  #! site: search
