#!/usr/bin/env python3
"""Feeds the program what nobody would write. It must end, with exit status 0, 1 or 2, and by no signal.

    tests/no_crash/run.py                 everything
    tests/no_crash/run.py brackets edits  the monsters whose name holds one of these words
    tests/no_crash/run.py --edits 2000    more random edits of the corpus (the seed is fixed)
    tests/no_crash/run.py --command check this command alone, of the four that each monster is given to

The program is --binary, else $DECODE_LEDGER, else build/release/decode-ledger. The last line is `N passed, N failed`.
"""

import argparse
import os
import pathlib
import random
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))

from harness.cases import CORPUS, EMPTY_LEDGER  # noqa: E402
from harness.program import program_path, run  # noqa: E402

SEED = 20261129
# Tells an end from none, not fast from slow: a sanitizer build on a busy machine is some thirty times slower.
TIMEOUT_SECONDS = 600
COMMANDS = (
    ["check", "--format", "json"],
    ["inventory", "--all", "--format", "json"],
    ["trace", "--all"],
    ["graph", "--format", "svg"],
)

HEAD = "def show(tokenizer, x):\n"
SITE = "    return tokenizer.decode(x)\n"


def in_function(line):
    return (HEAD + f"    {line}\n" + SITE).encode()


def monsters():
    """(name, bytes of one Python file)."""
    yield "brackets_open", b"x = " + b"[" * 10_000
    yield "brackets_nested", in_function("y = " + "[" * 10_000 + "]" * 10_000)
    yield "parentheses_around_a_site", f"{HEAD}    return {'(' * 10_000}tokenizer.decode(x){')' * 10_000}\n".encode()
    yield "braces_in_fstrings", in_function("y = " + "f'{" * 300 + "x" + "}'" * 300)
    yield "binary_chain", in_function("y = " + " + ".join(["x"] * 10_000))
    yield "boolean_chain", in_function("y = " + " and ".join(["x"] * 10_000))
    yield "comparison_chain", in_function("y = " + " < ".join(["x"] * 10_000))
    yield "unary_chain", in_function("y = " + "not " * 10_000 + "x")
    yield "attribute_chain", in_function("y = x" + ".a" * 10_000)
    yield "call_chain", in_function("y = x" + ".decode(x)" * 5_000)
    yield "subscript_chain", in_function("y = x" + "[0]" * 10_000)
    yield "lambda_chain", in_function("y = " + "lambda: " * 5_000 + "x")
    yield "conditional_chain", in_function("y = " + "x if x else " * 5_000 + "x")
    yield "comprehension_nest", in_function("y = " + "[" * 500 + "x" + " for x in x]" * 500)
    yield "string_parts", in_function("y = " + " 'a'" * 10_000)
    yield "elif_chain", (
        HEAD + "    if x:\n        pass\n" + "    elif x:\n        pass\n" * 5_000 + SITE
    ).encode()
    yield "blocks_nested", (HEAD + "".join(" " * (n + 1) + "if x:\n" for n in range(1, 1_000))).encode()
    yield "functions_nested", ("".join(" " * n + f"def f{n}(x):\n" for n in range(1_000)) + " " * 1_000 + "x\n").encode()
    yield "classes_nested", ("".join(" " * n + f"class C{n}:\n" for n in range(1_000)) + " " * 1_000 + "x = 1\n").encode()
    yield "tries_nested", (
        HEAD
        + "".join("    " * (n + 1) + "try:\n" for n in range(200))
        + "    " * 201
        + "tokenizer.decode(x)\n"
        + "".join("    " * (n + 1) + "except Exception: pass\n" for n in reversed(range(200)))
    ).encode()
    yield "many_lines", (HEAD + "    x = x + 1\n" * 100_000 + SITE).encode()
    yield "many_functions", "".join(
        f"def f{n}(tokenizer, x):\n    return f{(n * 7) % 2_000}(tokenizer, x) + tokenizer.decode(x)\n"
        for n in range(2_000)
    ).encode()
    yield "many_branches", (HEAD + "    if x:\n        x = 1\n    else:\n        x = 2\n" * 3_000 + SITE).encode()
    yield "many_assignments_of_one_name", ("tok = None\n" + "tok = tok or tok\n" * 5_000 + "tok.decode(x)\n").encode()
    yield "many_classes_in_a_line", (
        "class C0: pass\n" + "".join(f"class C{n}(C{n - 1}): pass\n" for n in range(1, 1_000)) + "C999().decode(x)\n"
    ).encode()
    yield "many_bases", (
        "".join(f"class C{n}: pass\n" for n in range(300)) + f"class D({', '.join(f'C{n}' for n in range(300))}): pass\n"
    ).encode()
    yield "mutual_recursion", "".join(
        f"def f{n}(tokenizer, x):\n    " + "; ".join(f"f{m}(tokenizer, x)" for m in range(30)) + "\n" + SITE
        for n in range(30)
    ).encode()
    yield "long_line", in_function("y = [" + "x, " * 300_000 + "]")
    yield "long_name", f"{HEAD}    return tokenizer.decode({'a' * 1_000_000})\n".encode()
    yield "long_string", in_function("y = '" + "a" * 1_000_000 + "'")
    yield "string_never_closed", (HEAD + SITE + "y = '''" + "a\n" * 10_000).encode()
    yield "nul_bytes", HEAD.encode() + b"    y = '\0\0'\n\0" + SITE.encode() + b"\0" * 1_000
    yield "only_nul_bytes", b"\0" * 10_000
    yield "invalid_utf8", HEAD.encode() + b"    y = '\xff\xfe\xc3'\n" + SITE.encode()
    yield "lone_surrogate_bytes", HEAD.encode() + b"    y = '\xed\xa0\x80'\n" + SITE.encode()
    yield "utf16_file", (HEAD + SITE).encode("utf-16")
    yield "unknown_cookie", b"# -*- coding: klingon -*-\n" + (HEAD + SITE).encode()
    yield "only_form_feeds", b"\x0c" * 10_000
    yield "only_line_ends", b"\r\n\r\r\n" * 10_000
    yield "backslashes", b"\\\n" * 10_000
    yield "backslash_at_the_end", in_function("y = x \\").rstrip()
    yield "mixed_indentation", b"def f(x):\n\tif x:\n        y = 1\n\t\t  z = 2\n\treturn x.decode(y)\n"
    yield "dedent_to_nowhere", b"def f(x):\n        y = 1\n    return x.decode(y)\n"
    yield "random_bytes", random.Random(SEED).randbytes(100_000)
    yield "random_printable", "".join(random.Random(SEED).choices("()[]{}:.,=+'\"#\\ \nabdefinor0", k=100_000)).encode()


def seeds():
    return sorted(path for path in CORPUS.rglob("*.py") if "harness" not in path.parts)


def edited(count):
    """(name, bytes) of corpus files that were cut short, or had bytes changed, doubled or taken out."""
    chance = random.Random(SEED)
    sources = [path.read_bytes() for path in seeds()]
    sources = [source for source in sources if source]
    for number in range(count):
        data = bytearray(chance.choice(sources))
        if number % 3 == 0:
            del data[chance.randrange(len(data)) :]
        for _ in range(chance.randrange(1, 8)):
            edit(chance, data)
        yield f"edit_{number}", bytes(data)


def edit(chance, data):
    at = chance.randrange(len(data) + 1)
    width = chance.randrange(1, 20)
    kind = chance.randrange(4)
    if kind == 0:
        data[at : at + 1] = chance.randbytes(1)
    elif kind == 1:
        del data[at : at + width]
    elif kind == 2:
        data[at:at] = data[at : at + width]
    else:
        data[at:at] = chance.choice([b"(", b")", b"\n", b"    ", b":", b"'", b'"""', b"\\", b"#", b"\t", b"\xff", b"\0"])


def problem_of(program, files, commands):
    """None, or what went wrong with a package of these files, (name, bytes) pairs, under one of the commands."""
    with tempfile.TemporaryDirectory(prefix="monster-") as name:
        folder = pathlib.Path(name)
        (folder / "ledger.toml").write_text(EMPTY_LEDGER)
        for file, data in files:
            (folder / file).write_bytes(data)
        for command in commands:
            ran = run(program, command, folder, TIMEOUT_SECONDS)
            if ran.status not in (0, 1, 2):
                tail = ran.stderr.decode("utf-8", "replace")[-2_000:]
                return f"`{' '.join(command)}` ended with {ran.status}\n{tail}"
    return None


def keep(name, data):
    """A failing input is kept, so that it can be looked at."""
    folder = pathlib.Path(tempfile.gettempdir()) / "decode-ledger-no-crash"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.py"
    path.write_bytes(data)
    return path


def batches(inputs, size):
    batch = []
    for item in inputs:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def run_monster(program, item, commands):
    name, data = item
    start = time.monotonic()
    problem = problem_of(program, [("monster.py", data)], commands)
    return name, data, problem, time.monotonic() - start


def run_edits(program, batch, commands):
    """Edited files are small: many share a run, and are run alone only when that fails."""
    if problem_of(program, [(f"{name}.py", data) for name, data in batch], commands) is None:
        return [(name, data, None) for name, data in batch]
    alone = [(name, data, problem_of(program, [(f"{name}.py", data)], commands)) for name, data in batch]
    if all(problem is None for _, _, problem in alone):
        name, data, _ = alone[0]
        alone[0] = (name, data, "fails together with the files after it, but not alone")
    return alone


def main():
    parser = argparse.ArgumentParser(description="Feeds the program what nobody would write.")
    parser.add_argument("words", nargs="*", help="run the monsters whose name holds one of these")
    parser.add_argument("--binary", help="the program under test")
    names = [command[0] for command in COMMANDS]
    parser.add_argument("--command", choices=names, help="run this command alone")
    parser.add_argument("--edits", type=int, default=400, help="how many edited corpus files")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("-v", "--verbose", action="store_true", help="tell the seconds of each monster")
    arguments = parser.parse_args()
    program = program_path(arguments.binary)
    if not program.exists():
        print(f"there is no program at {program}: build it first (make build), or name it with --binary")
        return 2

    commands = [command for command in COMMANDS if arguments.command in (None, command[0])]

    def is_chosen(name):
        return not arguments.words or any(word in name for word in arguments.words)

    results = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        chosen = [item for item in monsters() if is_chosen(item[0])]
        for name, data, problem, seconds in pool.map(lambda item: run_monster(program, item, commands), chosen):
            results.append((name, data, problem))
            if arguments.verbose:
                print(f"{seconds:7.2f} s  {len(data):9} bytes  {name}", flush=True)
        edits = [item for item in edited(arguments.edits) if is_chosen(item[0])]
        for part in pool.map(lambda batch: run_edits(program, batch, commands), batches(edits, 20)):
            results += part

    failed = [(name, data, problem) for name, data, problem in results if problem]
    for name, data, problem in failed:
        print(f"FAILED {name} (kept at {keep(name, data)})")
        print("\n".join("    " + line for line in problem.splitlines()))
    print(f"{len(results) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
