# Exempt as no decode, and the code shows by itself that it is none.
# clean


def show(data: bytes):
    return data.decode("utf-8")
