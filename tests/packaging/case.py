"""What the packaging tests share: a folder each, commands with their output, a copy of the source as git hands it out."""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import suite  # noqa: E402
from suite import Failed, REPOSITORY  # noqa: E402

LONG = 1500  # seconds; without ccache a build takes some four minutes
# Nothing of the person who runs the tests: no hooks, no signing, no editor, and a name for the commits.
GIT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t",
       "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@t",
       "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}


class Ran(suite.Ran):
    """Of any program, whose end says more than its beginning: much of what is run here compiles first."""

    def fail(self, what):
        raise Failed(f"{' '.join(map(str, self.arguments))}\n  {what}\n  status {self.status}\n"
                     f"  stdout: {self.out[-3000:]}\n  stderr: {self.err[-3000:]}")


def run(*command, folder=REPOSITORY, environment=None, timeout=LONG, text=None):
    """`environment` is added to this process's; a value of None takes the variable away."""
    env = {**os.environ, **GIT, **(environment or {})}
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, timeout=timeout, check=False,
                          env={name: str(value) for name, value in env.items() if value is not None},
                          **({"stdin": subprocess.DEVNULL} if text is None else {"input": text.encode()}))
    return Ran(command, done)


class Case:
    """One test's folder, and the program under test."""

    def __init__(self, program, folder):
        self.program = pathlib.Path(program)
        self.folder = pathlib.Path(folder)

    def put(self, path, text, mode=0o644):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        target.chmod(mode)
        return target

    def run(self, *command, **how):
        return run(*command, **{"folder": self.folder, **how})

    def path_of(self, *names):
        """A folder for PATH with these programs alone."""
        folder = self.folder / "only"
        folder.mkdir()
        for name in names:
            (folder / name).symlink_to(shutil.which(name))
        return folder


@functools.lru_cache(None)
def kept_folder():
    """A folder for what several tests use; taken away at the end of the run."""
    folder = tempfile.TemporaryDirectory()
    return folder, pathlib.Path(folder.name)


def shared_folder(name):
    folder = kept_folder()[1] / name
    folder.mkdir()
    return folder


@functools.lru_cache(None)
def backend():
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(REPOSITORY / "packaging/python"))
    import decode_ledger_build
    return decode_ledger_build


@functools.lru_cache(None)
def snapshot():
    """A git repository of one commit with the source as it lies here, committed or not."""
    folder = shared_folder("snapshot")
    for name in run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").expect().out.split("\0"):
        source = REPOSITORY / name
        if name and source.is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name, follow_symlinks=False)
    run("git", "init", "-q", "-b", "main", folder=folder).expect()
    run("git", "add", "-A", folder=folder).expect()
    run("git", "commit", "-qm", "the source", folder=folder).expect()
    return folder


@functools.lru_cache(None)
def installed():
    """What `cmake --install` of the preset `static` lays out, as the wheel and the npm package take it."""
    prefix = shared_folder("installed")
    script = ("import pathlib, sys; sys.path.insert(0, 'packaging/python'); import decode_ledger_build as b;"
              "b.install_program(pathlib.Path(sys.argv[1]))")
    run(sys.executable, "-B", "-c", script, prefix).expect()
    return prefix
