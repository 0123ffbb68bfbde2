# The receiver is bytes all along the chain.
import subprocess


def revision():
    return subprocess.check_output(["git", "rev-parse", "HEAD"]).strip().decode()  #! site: bytes
