# Unpacked from `communicate`.
import subprocess


def load(path):
    out, err = subprocess.Popen(["ffmpeg", path], stdout=-1, stderr=-1).communicate()
    return out.decode(), err.decode()  #! site: bytes  #! site: bytes
