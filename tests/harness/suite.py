"""What the suites of tests/ that drive the built program share: a package to run it on, and what a run gave.

A suite is a run.py with functions `test_…` that get a Case, an empty folder to write files into and to run the program in.
`main(globals())` runs them; `-k WORD` chooses those with WORD in their name.
"""
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import traceback

import json_schema

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = REPOSITORY / "docs" / "schema"

FAULTS = """class HardwareFault(RuntimeError):
    pass


def assert_ids_in_range(ids, tokenizer):
    for row in ids:
        for i in row:
            if i < 0 or i >= len(tokenizer):
                raise HardwareFault("token id {} is outside [0, {})".format(i, len(tokenizer)))
"""

GUARDED = """from transformers import AutoTokenizer

from pkg.faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def label(model, batch):
    ids = model.generate(batch)
    assert_ids_in_range(ids, tok)
    return tok.batch_decode(ids)
"""

UNGUARDED = """from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, batch):
    ids = model.generate(batch)
    return tok.decode(ids[0])


def read(path):
    return open(path, "rb").read().decode("utf-8")
"""

KEPT = """    try:
        return tok.decode(ids[0])
    except OverflowError:
        return ""
"""

SWALLOWED = """from pkg.label import label


def run(model, batches):
    out = []
    for batch in batches:
        try:
            out.append(label(model, batch))
        except Exception:
            continue
    return out
"""

HEAD = 'schema = 1\n\n[fault]\ntype = "pkg.faults.HardwareFault"\n'

GUARDED_ENTRY = """
[[site]]
module = "pkg.label"
scope = "label"
call = "tok.batch_decode"
status = "guarded"
"""


class Failed(Exception):
    pass


class Case:
    def __init__(self, program, folder):
        self.program = program
        self.folder = pathlib.Path(folder)

    def put(self, path, content):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            target.write_bytes(content)
        else:
            target.write_text(content, encoding="utf-8")
        return target

    def package(self, **more):
        """The package `pkg` of the tests: a guarded site, and what `more` names (`show`, `run`)."""
        self.put("pkg/__init__.py", "")
        self.put("pkg/faults.py", FAULTS)
        self.put("pkg/label.py", GUARDED)
        for name, text in more.items():
            self.put(f"pkg/{name}.py", text)

    def run(self, *arguments, environment=None, folder=None, stdin="", **how):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "COLUMNS")}
        env.update(environment or {})
        done = subprocess.run([self.program, *arguments], cwd=folder or self.folder, env=env, input=stdin.encode(),
                              capture_output=True, timeout=120, **how)
        return Ran(arguments, done)


class Ran:
    def __init__(self, arguments, done):
        self.arguments = arguments
        self.status = done.returncode
        self.out_bytes, self.err_bytes = done.stdout, done.stderr
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def fail(self, what):
        raise Failed(f"decode-ledger {' '.join(map(str, self.arguments))}\n  {what}\n  status {self.status}\n"
                     f"  stdout: {self.out[:2000]}\n  stderr: {self.err[:2000]}")

    def expect(self, status=0, out=(), err=(), no_out=(), no_err=()):
        if self.status != status:
            self.fail(f"expected status {status}")
        for stream, text, wanted, banned in (("stdout", self.out, out, no_out), ("stderr", self.err, err, no_err)):
            for part in [wanted] if isinstance(wanted, str) else wanted:
                if part not in text:
                    self.fail(f"expected in {stream}: {part!r}")
            for part in [banned] if isinstance(banned, str) else banned:
                if part in text:
                    self.fail(f"not expected in {stream}: {part!r}")
        return self

    def expect_empty_out(self):
        if self.out:
            self.fail("expected nothing on stdout")
        return self

    def expect_empty_err(self):
        if self.err:
            self.fail("expected nothing on stderr")
        return self

    def json(self, schema):
        value = json.loads(self.out)
        if any(ord(c) > 126 for c in self.out):
            self.fail("JSON is not plain ASCII")
        problems = json_schema.problems(value, json.loads((SCHEMAS / f"{schema}.json").read_text(encoding="utf-8")))
        if problems:
            self.fail(f"does not fit docs/schema/{schema}.json: {problems[:3]}")
        return value


def program_of(arguments):
    """The program under test: the first of the words, else what DECODE_LEDGER names, else the release build."""
    built = os.environ.get("DECODE_LEDGER", REPOSITORY / "build" / "release" / "decode-ledger")
    return str(pathlib.Path(arguments[0] if arguments else built).resolve())


def main(tests, kind=Case):
    """Runs the functions `test_…` among `tests`, each with a `kind` of its own, and prints the tally."""
    arguments = sys.argv[1:]
    word = ""
    if "-k" in arguments:
        at = arguments.index("-k")
        word = arguments[at + 1]
        del arguments[at:at + 2]
    program = program_of(arguments)
    passed, failed = 0, []
    for name, test in list(tests.items()):
        if not name.startswith("test_") or word not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(kind(program, folder))
                passed += 1
            except Exception as failure:
                failed.append(name)
                where = "" if isinstance(failure, Failed) else "".join(traceback.format_tb(failure.__traceback__)[-1:])
                print(f"FAILED {name}\n{where}{failure}\n")
            finally:
                for path in pathlib.Path(folder).rglob("*"):
                    if not path.is_symlink() and path.is_dir():
                        path.chmod(stat.S_IRWXU)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0
