# The package's `__init__` gives the name on, under another name.
from pkg.tools import load as fetch
