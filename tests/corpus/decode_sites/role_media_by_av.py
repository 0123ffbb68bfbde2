# PyAV decodes packets to frames.
import av


def frames(path):
    with av.open(path) as container:
        for frame in container.decode(audio=0):  #! site: media
            yield frame
