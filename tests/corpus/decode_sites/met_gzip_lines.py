# Lines of a compressed file are bytes.
import gzip


def lines(path):
    with gzip.open(path, "rb") as f:
        for line in f:
            yield line.decode("utf-8")  #! site: bytes
