# Only the name of a codec makes bytes of the receiver of `decode`; other methods take none, and no ids are text.
def by_codec(thing, latin):
    codec = "latin-1" if latin else "UTF-8"
    return thing.decode(codec)  #! site: bytes


def by_another_text(thing, pieces):
    text = "hello"
    return thing.decode(text)  #! site: unknown  # expect: receiver-unknown


def by_another_method(thing):
    return thing.decode_tokens("utf-8")  #! site: other
