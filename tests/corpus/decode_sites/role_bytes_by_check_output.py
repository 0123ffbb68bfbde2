# What a program printed.
import subprocess


def version():
    out = subprocess.check_output(["ffmpeg", "-version"])
    return out.decode()  #! site: bytes
