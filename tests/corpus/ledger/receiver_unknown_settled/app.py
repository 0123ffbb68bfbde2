# An exemption or a todo settles a receiver that nothing in the code settles.


def first(source, position):
    return source.decode(position)  #! site: unknown unknown


def second(source, position):
    return source.decode(position)  #! site: unknown unknown


def third(source, position):
    return source.decode(position)  #! site: unknown unknown  # expect: receiver-unknown


def fourth(source, position):
    return source.decode(position)  #! site: unknown unknown  # expect: receiver-unknown
