# Decompressed bytes, and the round trip through an encoding.
import zlib


def unpack(data):
    text = zlib.decompress(data).decode("utf-8")  #! site: bytes
    return text.encode("latin-1").decode("unicode_escape")  #! site: bytes
