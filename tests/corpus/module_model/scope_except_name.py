# The name of an except clause is bound inside it.
import subprocess


def run(command):
    try:
        subprocess.run(command, check=True)
    except subprocess.CalledProcessError as thing:
        return thing.stderr.decode()  #! site: bytes
