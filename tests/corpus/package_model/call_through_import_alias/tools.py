# `import a as b`, `from a import f as g`.
def load():
    return 1
