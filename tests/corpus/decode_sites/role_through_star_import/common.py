# `from common import *` binds what common binds.
from transformers import AutoTokenizer

thing = AutoTokenizer.from_pretrained("m")
