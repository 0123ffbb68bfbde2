# `codecs.decode` turns escapes into characters.
import codecs


def unescape(text):
    return codecs.decode(text, "unicode_escape")  #! site: bytes
