# A folder without `__init__.py` is a package all the same (PEP 420).
def load():
    return 1
