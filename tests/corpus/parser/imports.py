# Every form of import.
from __future__ import annotations

import os, os.path as path
import a.b.c
from . import sibling
from .. import above as up
from ...far.away import (
    one,
    two as second,
)
from star import *


def show(tokenizer, x):
    return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
