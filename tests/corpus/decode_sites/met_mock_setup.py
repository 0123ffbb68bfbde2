# A mock's method is set up and looked at, and never called as a decoder.
from unittest.mock import MagicMock


def make():
    tokenizer = MagicMock()
    tokenizer.decode.return_value = "text"  #! site: other
    tokenizer.batch_decode.assert_called_once()  #! site: other
    return tokenizer
