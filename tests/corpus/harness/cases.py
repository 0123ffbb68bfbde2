"""The cases of the corpus: `<room>/<case>.py`, or a folder `<room>/<case>/` where several modules matter."""

import pathlib
import re
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass

CORPUS = pathlib.Path(__file__).resolve().parent.parent
EMPTY_LEDGER = "schema = 1\n"
# What single-file cases may import: a fault type and a sound guard. Laid beside a case that names it.
SHARED_MODULE = CORPUS / "faults.py"
MARKED_SUFFIXES = (".py", ".pyi", ".toml")


@dataclass(frozen=True, order=True)
class Case:
    room: str
    name: str
    path: pathlib.Path

    def __str__(self):
        return f"{self.room}/{self.name}"

    @property
    def is_folder(self):
        return self.path.is_dir()

    def stem(self):
        """The path that snapshots are named after: beside the file, or beside the folder."""
        return self.path.parent / self.name

    def marked_files(self):
        """(path as the program shows it, path on disk) of every file that may hold markers."""
        if not self.is_folder:
            return [(self.path.name, self.path)]
        base = self.base()
        files = sorted(p for p in self.path.rglob("*") if p.is_file() and p.suffix in MARKED_SUFFIXES)
        return [(p.relative_to(base).as_posix(), p) for p in files]

    def base(self):
        """What the program's paths are relative to: the folder that holds the ledger.

        A folder that is itself a package (`__init__.py`) and has no ledger of its own is imported by its name, so
        its base is the folder above.
        """
        is_package = (self.path / "__init__.py").exists() and not (self.path / "ledger.toml").exists()
        return self.path.parent if is_package else self.path

    @contextmanager
    def laid_out(self):
        """A temporary folder that holds the case and nothing else, with a ledger."""
        with tempfile.TemporaryDirectory(prefix="case-") as name:
            folder = pathlib.Path(name)
            if self.is_folder:
                target = folder if self.base() == self.path else folder / self.name
                shutil.copytree(
                    self.path, target, dirs_exist_ok=True, symlinks=True, ignore=shutil.ignore_patterns("__pycache__")
                )
            else:
                lay_out_file(self.path, folder)
            ledger = folder / "ledger.toml"
            if not ledger.exists():
                ledger.write_text(EMPTY_LEDGER)
            yield folder


def lay_out_file(path, folder):
    shutil.copyfile(path, folder / path.name)
    if b"faults" in path.read_bytes():
        shutil.copyfile(SHARED_MODULE, folder / SHARED_MODULE.name)


def rooms():
    return sorted(p for p in CORPUS.iterdir() if p.is_dir() and p.name not in ("harness", "__pycache__"))


def find_cases(words=()):
    """Every case whose path holds one of `words` (all cases when there are none), sorted."""
    found = []
    for room in rooms():
        for path in sorted(room.iterdir()):
            if path.name.startswith((".", "__")):
                continue
            if path.is_dir() or path.suffix == ".py":
                found.append(Case(room.name, path.stem if path.is_file() else path.name, path))
    return [case for case in found if not words or any(is_named(case, word) for word in words)]


def listing_problems():
    """What the tables of tests/corpus/README.md lack: of a room that has a section there, each case stands in it."""
    problems = []
    sections = re.split(r"^## (\w+)$", (CORPUS / "README.md").read_text(), flags=re.MULTILINE)
    for room, text in zip(sections[1::2], sections[2::2]):
        listed = set(re.findall(r"[\w/]+", text))
        for case in find_cases([room]):
            if case.room == room and case.name not in listed:
                problems.append(f"tests/corpus/README.md does not list {case}")
    return problems


def is_named(case, word):
    """True for a room, `room/case`, a part of either, or a path into the corpus."""
    word = word.rstrip("/")
    marker = "tests/corpus/"
    if marker in word:
        word = word[word.index(marker) + len(marker) :]
    elif word.endswith("tests/corpus"):
        return True
    word = word.removesuffix(".py")
    return case.room == word if (CORPUS / word).is_dir() else word in str(case)
