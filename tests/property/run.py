#!/usr/bin/env python3
"""What must not change the answer, held over the corpus and the example package.

    same        two runs give equal bytes
    threads     one thread and four give equal bytes
    order       naming the files in another order gives equal bytes
    layout      comments and blank lines between statements leave every site, fingerprint and verdict
    renaming    another name for a local variable leaves every site's role and every trace

    tests/property/run.py                  all of them
    tests/property/run.py layout guards    properties and cases whose name holds one of these words

The program is --binary, else $DECODE_LEDGER, else build/release/decode-ledger. The last line is `N passed, N failed`.
"""

import argparse
import ast
import io
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import tokenize
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))

from harness.cases import find_cases  # noqa: E402
from harness.program import ROOT, CouldNotRun, program_path, run  # noqa: E402

SEED = 20261129
# What belongs to the place of a thing, not to the thing.
PLACE_KEYS = {"line", "column", "end_line", "end_column"}
COMMANDS = {
    "check": ["check", "--format", "json"],
    "inventory": ["inventory", "--all", "--format", "json"],
    "trace": ["trace", "--all", "--format", "json"],
}


class Example:
    """examples/ with the repository's ledger, as a case."""

    def __str__(self):
        return "examples/asr_lab"

    @contextmanager
    def laid_out(self):
        with tempfile.TemporaryDirectory(prefix="example-") as name:
            folder = pathlib.Path(name)
            shutil.copytree(ROOT / "examples", folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copyfile(ROOT / "ledger.toml", folder / "ledger.toml")
            yield folder


def told(program, folder, command, *more):
    arguments = [*COMMANDS[command], *more]
    ran = run(program, arguments, folder)
    if ran.status not in (0, 1):
        raise CouldNotRun(f"`{' '.join(arguments)}` ended with {ran.status}: {ran.stderr.decode('utf-8', 'replace')}")
    return ran.stdout


def python_files(folder):
    return sorted(folder.rglob("*.py"))


# The properties: each gives None, or what is wrong.


def same(program, folder):
    if told(program, folder, "inventory") != told(program, folder, "inventory"):
        return "two runs of `inventory` differ"
    return None


def threads(program, folder):
    """One file is one thread's work, so that there is something to hold only where there are more."""
    if len(python_files(folder)) < 2:
        return None
    for command in COMMANDS:
        if told(program, folder, command, "-j1") != told(program, folder, command, "-j4"):
            return f"`{command}` differs between one thread and four"
    return None


def order(program, folder):
    files = [str(path.relative_to(folder)) for path in python_files(folder)]
    if len(files) < 2:
        return None
    shuffled = list(files)
    random.Random(SEED).shuffle(shuffled)
    for command in ("check", "inventory"):
        if told(program, folder, command, *files) != told(program, folder, command, *shuffled):
            return f"`{command}` depends on the order of its paths"
    return None


def layout(program, folder):
    commands = ("check", "inventory")
    before = {command: without_places(told(program, folder, command)) for command in commands}
    rewrite(folder, spread)
    return difference(before, {command: without_places(told(program, folder, command)) for command in commands})


def renaming(program, folder):
    """Every function's plainly assigned local gets another name. Fingerprints change with it; nothing else may."""
    texts = [text for text in map(read_python, python_files(folder)) if text is not None]
    if all(with_locals_renamed(text) == text for text in texts):
        return None
    before = {command: without_names(told(program, folder, command)) for command in ("inventory", "trace")}
    rewrite(folder, with_locals_renamed)
    return difference(before, {command: without_names(told(program, folder, command)) for command in before})


PROPERTIES = [same, threads, order, layout, renaming]


def difference(before, after):
    for command, told_before in before.items():
        if told_before != after[command]:
            old, new = (json.dumps(told, indent=1).splitlines() for told in (told_before, after[command]))
            first = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
            shown = [f"- {line}" for line in old[first : first + 3]] + [f"+ {line}" for line in new[first : first + 3]]
            return f"`{command}` says something else:\n" + "\n".join(shown)
    return None


def rewrite(folder, change):
    for path in python_files(folder):
        text = read_python(path)
        if text is not None:
            path.write_text(change(text), encoding="utf-8", newline="")


def read_python(path):
    """The text of a file that this Python reads too; others are left as they are."""
    try:
        text = path.read_bytes().decode("utf-8")
        ast.parse(text)
        list(tokenize.generate_tokens(io.StringIO(text).readline))
        return text if "\r" not in text and "\f" not in text else None
    except (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError):
        return None


# Layout.


def spread(text):
    """Puts a blank line and a comment before every statement that begins a line, at its own indentation."""
    starts = {
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.stmt) and not getattr(node, "decorator_list", None)
    }
    after_decorators = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.decorator_list
        for line in range(node.decorator_list[0].lineno, node.lineno + 1)
    }
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        indentation = line[: len(line) - len(line.lstrip())]
        # A statement behind a colon or a semicolon does not begin its line; a comment before that line is as good.
        if number in starts and number not in after_decorators:
            lines += ["", f"{indentation}# a comment"]
        lines.append(line)
    return "\n".join(lines)


def without_places(output):
    return normalised(json.loads(output), drop=PLACE_KEYS)


# Renaming.


def with_locals_renamed(text):
    """Renames names that a function only assigns plainly and that mean nothing else anywhere in the file.

    A name that says what its value is (`tokenizer`) counts as evidence, so only short words of no meaning are touched.
    """
    tree = ast.parse(text)
    assigned, other = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for statement in ast.walk(node):
                if isinstance(statement, ast.Assign):
                    assigned.update(t.id for t in statement.targets if isinstance(t, ast.Name))
            other.add(node.name)
            other.update(a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg))
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            other.update(node.names)
        elif isinstance(node, ast.Attribute):
            other.add(node.attr)
        elif isinstance(node, ast.keyword):
            other.add(node.arg)
        elif isinstance(node, ast.ClassDef):
            other.add(node.name)
            other.update(n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        elif isinstance(node, ast.alias):
            other.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.Lambda):
            other.update(a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg))
    other.update(n.id for s in tree.body for n in ast.walk(s) if isinstance(n, ast.Name) and not is_in_function(tree, n))
    chosen = {name for name in assigned - other if name in RENAMED}
    # f-strings hold names that are no tokens of their own for older tokenizers, so a name in one is left alone.
    in_fstrings = {
        n.id for f in ast.walk(tree) if isinstance(f, ast.JoinedStr) for n in ast.walk(f) if isinstance(n, ast.Name)
    }
    chosen -= in_fstrings
    if not chosen:
        return text
    lines = text.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string in chosen:
            row, column = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:column] + RENAMED[token.string] + line[column + len(token.string) :]
    return "\n".join(lines)


# Both sides mean nothing to the analysis: no tokenizer's, no ids' and no labels' word is among them.
RENAMED = {
    "ids": "rows_of_numbers",
    "text": "what_was_said",
    "texts": "all_that_was_said",
    "out": "what_came_back",
    "found": "what_was_met",
    "said": "heard_words",
    "meant": "wanted_words",
    "parts": "pieces_of_it",
    "steps": "single_moves",
    "first": "one_in_front",
    "logits": "raw_numbers",
    "item": "one_of_them",
}


def is_in_function(tree, name):
    return any(
        isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        and node.lineno <= name.lineno <= (node.end_lineno or node.lineno)
        for node in ast.walk(tree)
    )


def without_names(output):
    """Roles, origins, guards and endings by site, in order: no place, no text that quotes the source."""
    document = json.loads(output)
    if "sites" in document:
        return [
            [s["file"], s["name"], s["role"], s["origin"], s["sentinel"], s["shape"], s["guard"]["verdict"], s["ending"]]
            for s in document["sites"]
        ]
    return [
        [t["site"]["file"], t["ending"], [[h["file"], h["verdict"], with_old_names(h["clause"])] for h in t["handlers"]]]
        for t in document["traces"]
    ]


def with_old_names(clause):
    """A handler that is no except clause is told by its call's text, in which a renamed local shows."""
    old = {new: name for name, new in RENAMED.items()}
    return re.sub(r"\w+", lambda word: old.get(word.group(), word.group()), clause)


def normalised(value, drop):
    """Without the keys in `drop`, and without line numbers that are told inside texts ("callers of line 12")."""
    if isinstance(value, dict):
        return {key: normalised(item, drop) for key, item in value.items() if key not in drop}
    if isinstance(value, list):
        return [normalised(item, drop) for item in value]
    if isinstance(value, str):
        return re.sub(r"(?<=[:\s])\d+(?=\b)", "N", value)
    return value


def main():
    parser = argparse.ArgumentParser(description="What must not change the answer.")
    parser.add_argument("words", nargs="*", help="properties and cases whose name holds one of these")
    parser.add_argument("--binary", help="the program under test")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 2)
    arguments = parser.parse_args()
    program = program_path(arguments.binary)
    if not program.exists():
        print(f"there is no program at {program}: build it first (make build), or name it with --binary")
        return 2

    names = {p.__name__ for p in PROPERTIES}
    chosen_properties = [p for p in PROPERTIES if p.__name__ in arguments.words] or PROPERTIES
    words = [word for word in arguments.words if word not in names]
    cases = [case for case in [Example(), *find_cases()] if not words or any(word in str(case) for word in words)]
    work = [(case, prop) for case in cases for prop in chosen_properties]

    def hold(item):
        case, prop = item
        try:
            with case.laid_out() as folder:
                return prop(program, folder)
        except CouldNotRun as error:
            return str(error)

    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for (case, prop), problem in zip(work, pool.map(hold, work)):
            if problem:
                failed += 1
                print(f"FAILED {prop.__name__} {case}")
                print("\n".join("    " + line for line in problem.splitlines()))
                print(f"    run again: tests/property/run.py {prop.__name__} {case}", flush=True)
    print(f"{len(work) - failed} passed, {failed} failed")
    return 1 if failed or not work else 0


if __name__ == "__main__":
    sys.exit(main())
