# The file is the target of a with statement.
def first_line(path):
    with open(path, "rb") as f:
        return f.readline().decode("utf-8")  #! site: bytes
