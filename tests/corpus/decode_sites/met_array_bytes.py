# An array's bytes, and a bytearray.
import base64


def pack(array):
    name = bytearray(b"x").decode()  #! site: bytes
    return base64.b64encode(array.tobytes()).decode("ascii"), name  #! site: bytes
