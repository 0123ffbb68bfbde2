# A member of a tar archive is read as bytes.
import tarfile


def texts(path):
    with tarfile.open(path) as tar:
        for member in tar:
            yield tar.extractfile(member).read().decode()  #! site: bytes
