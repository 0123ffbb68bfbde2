# The name goes through the package's `__init__`.
from .tokens import Tokens as Tokens, make
