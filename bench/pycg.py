#!/usr/bin/env python3
"""How good is the call graph, by the public micro-benchmark of PyCG (github.com/vitsalis/PyCG)?

    bench/pycg.py PATH_TO_PYCG [-v] [--build build/release]

Each case under micro-benchmark/snippets is a folder with main.py, other modules and the expected graph, callgraph.json.
`decode-ledger graph --root . --format json` runs in a copy of each. Edges to names outside the case's own modules
(builtins, packages) are left out on both sides. Prints, by category and in all: how many cases have every expected edge
(sound), no other (complete) and both (exact), then recall and precision over all edges. `-v` names the cases that are
not exact with their edges. Exit status 2: no cases there, or the program does not run.

Three cases expect what Python does not do, or what no reading of names can say. `decorators/nested_decorators` expects an
edge from the module to the innermost function, which only the decorators' wrappers call; `dynamic/eval` calls by the text
of a string. `builtins/map` hands the list and the function to map() the wrong way round, so that nothing is called; that
they are handed to a library is told as an edge all the same, but not that what the last one gives is called.
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60


class Tally:
    """Cases and edges of one category, or of all."""

    def __init__(self):
        self.cases = self.sound = self.complete = self.exact = 0
        self.expected = self.found = self.right = 0

    def add(self, want, got):
        self.cases += 1
        self.sound += want <= got
        self.complete += got <= want
        self.exact += want == got
        self.expected += len(want)
        self.found += len(got)
        self.right += len(want & got)

    def line(self, name):
        return (f"{name:<14} {self.cases:5} {self.sound:6} {self.complete:9} {self.exact:6}"
                f" {self.right / max(1, self.expected):7.3f} {self.right / max(1, self.found):10.3f}")


def edges(graph, modules):
    """The edges within `modules` of an adjacency list."""
    own = lambda name: name.split(".")[0] in modules
    return {(caller, callee) for caller, callees in graph.items() for callee in callees if own(caller) and own(callee)}


def graph_of(program, case):
    """What the program says of a copy of the case: a case may lie in a repository that ignores its files."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "case"
        shutil.copytree(case, copy)
        run = subprocess.run([program, "graph", "--root", ".", "--format", "json", "."], cwd=copy, capture_output=True,
                             text=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
        if run.returncode != 0:
            sys.exit(f"pycg: exit status {run.returncode} in {case}: {run.stderr.strip()}")
        return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(description="The call graph, held against PyCG's micro-benchmark.")
    parser.add_argument("pycg", type=pathlib.Path, help="a clone of the repository")
    parser.add_argument("-v", "--verbose", action="store_true", help="name what is missing and what is too many")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    arguments = parser.parse_args()

    program = (arguments.build / "decode-ledger").resolve()
    snippets = arguments.pycg / "micro-benchmark" / "snippets"
    expectations = sorted(snippets.rglob("callgraph.json"))
    if not expectations or not program.exists():
        print(f"pycg: no {snippets}/**/callgraph.json" if not expectations else f"pycg: no {program}", file=sys.stderr)
        sys.exit(2)

    categories, total = {}, Tally()
    for expectation in expectations:
        case = expectation.parent
        name = case.relative_to(snippets)
        modules = {path.stem for path in case.iterdir() if path.suffix == ".py" or path.is_dir()}
        want = edges(json.loads(expectation.read_text()), modules)
        got = edges(graph_of(program, case), modules)
        for tally in (categories.setdefault(name.parts[0], Tally()), total):
            tally.add(want, got)
        if arguments.verbose and want != got:
            print(f"{name}: missing {sorted(want - got)}, too many {sorted(got - want)}")

    print(f"{'category':<14} cases  sound  complete  exact  recall  precision")
    for name, tally in sorted(categories.items()):
        print(tally.line(name))
    print(total.line("all"))


if __name__ == "__main__":
    main()
