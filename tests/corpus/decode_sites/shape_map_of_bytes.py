# clean
# The same shape over bytes.
import subprocess


def lines():
    return list(map(bytes.decode, subprocess.check_output(["ls"]).splitlines()))
