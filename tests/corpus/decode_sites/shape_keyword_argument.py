# A decode handed over as a callback.
from transformers import AutoTokenizer

from other import Streamer

tok = AutoTokenizer.from_pretrained("m")


def stream():
    return Streamer(decode_fn=tok.decode)  #! site: token  # expect: unledgered-site
