#!/usr/bin/env python3
"""The packages, built, installed and used as their users do; the shells' completions, the manual page, the hooks.

usage: run.py [PROGRAM] [WORD…]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

Each test is a function `test_…` of a module beside this file; it gets a Case, whose folder is empty. WORDs choose the
tests whose name, or whose module's name, has one of them. Everything is built in build/static and in throwaway folders, and
nothing is installed on the machine. The last line is `N passed, N failed`.
"""
import importlib
import os
import pathlib
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from case import REPOSITORY, Case, Failed, kept_folder  # noqa: E402


def tests():
    """(module, name, function), a module after the other, each in its own order."""
    for path in sorted(HERE.glob("*_test.py")):
        module = importlib.import_module(path.stem)
        for name, test in list(vars(module).items()):
            if name.startswith("test_"):
                yield path.stem, name, test


def fails(test, program):
    """What the test complains of, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            test(Case(program, folder))
        except Failed as failure:
            return str(failure)
        except Exception:  # pylint: disable=broad-except
            return traceback.format_exc()
    return ""


def main():
    words = sys.argv[1:]
    program = os.environ.get("DECODE_LEDGER", REPOSITORY / "build/release/decode-ledger")
    if words and pathlib.Path(words[0]).is_file():
        program = words.pop(0)
    passed = failed = 0
    for module, name, test in tests():
        if words and not any(word in f"{module} {name}" for word in words):
            continue
        start = time.monotonic()
        complaint = fails(test, pathlib.Path(program).resolve())
        print(f"{'FAILED' if complaint else 'ok    '} {time.monotonic() - start:6.1f} s  {name}", flush=True)
        if complaint:
            failed += 1
            print(complaint + "\n", flush=True)
        else:
            passed += 1
    kept_folder()[0].cleanup()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
