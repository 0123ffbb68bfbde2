# An attribute of what `run` gives, and of the error that it raises.
import subprocess


def load(path):
    try:
        return subprocess.run(["ffmpeg", path], capture_output=True, check=True).stdout.decode()  #! site: bytes
    except subprocess.CalledProcessError as e:
        raise RuntimeError(e.stderr.decode()) from e  #! site: bytes
