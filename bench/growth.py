#!/usr/bin/env python3
"""Do time and memory grow with the package, or faster?

    bench/growth.py PACKAGE_DIR [--copies 1,2,4,8] [--rounds 3] [--jobs 1] [--build build/release]

PACKAGE_DIR is a Python package, a folder with `__init__.py`. Copies of it are laid side by side, each under a name of its
own (`pkg_1`, `pkg_2` …), and what a copy imports from itself by its absolute name is renamed with it. So each copy is whole,
none imports another, and every name of a method or function is defined as many times as there are copies: what goes by
names alone is what could grow faster. `decode-ledger trace --all --format json` runs over 1, 2, 4 and 8 of them.

Prints, for each number of copies, sites, handlers met and ways of all traces, the median of the processor seconds, the peak
memory, and both by copy. Linear growth is a flat last column pair. The numbers are for people; no test depends on them.
"""

import argparse
import json
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True
from spine import ROOT, must_run  # noqa: E402


def copy_package(package, target):
    """`package` as `target`, its Python files importing `target`'s name in place of its own."""
    shutil.copytree(package, target, symlinks=False, ignore=shutil.ignore_patterns("__pycache__"))
    # `import nemo.core`, `from nemo import core`, and uses by the full path: nemo.core.x.
    own = re.compile(rf"(?<![\w.]){re.escape(package.name)}(?=\.[A-Za-z_]| import\b|\s*$)", re.MULTILINE)
    for path in sorted(target.rglob("*.py")):
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        path.write_text(own.sub(target.name, text), encoding="utf-8", errors="surrogateescape")


def measure(command, rounds):
    """(median processor seconds, peak bytes, the traces)."""
    with tempfile.TemporaryFile() as out:
        runs = []
        for _ in range(rounds):
            out.seek(0)
            out.truncate()
            runs.append(must_run(command, stdout=out))
        out.seek(0)
        traces = json.load(out)["traces"]
    return statistics.median(run.cpu for run in runs), max(run.peak_bytes for run in runs), traces


def main():
    parser = argparse.ArgumentParser(description="Time and memory of the traces over a package laid side by side.")
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--copies", default="1,2,4,8", help="how many, in rising order")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    arguments = parser.parse_args()

    package = arguments.package.resolve()
    program = (arguments.build / "decode-ledger").resolve()
    if not (package / "__init__.py").exists() or not program.exists():
        print(f"growth: no package at {package}, or no program at {program}", file=sys.stderr)
        sys.exit(2)

    print("copies  files   sites  handlers     ways  seconds      MB  s/copy  MB/copy")
    with tempfile.TemporaryDirectory(prefix="growth-") as name:
        folder, laid = pathlib.Path(name), 0
        for copies in map(int, arguments.copies.split(",")):
            while laid < copies:
                laid += 1
                copy_package(package, folder / f"{package.name}_{laid}")
            command = [program, "trace", "--all", "--format", "json", "-q", "-j", str(arguments.jobs), str(folder)]
            seconds, peak, traces = measure(command, arguments.rounds)
            files = sum(1 for _ in folder.rglob("*.py"))
            handlers = sum(len(trace["handlers"]) for trace in traces)
            ways = sum(trace["ways"] for trace in traces)
            print(f"{copies:6} {files:6} {len(traces):7} {handlers:9} {ways:8} {seconds:8.2f} {peak / 1e6:7.0f}"
                  f" {seconds / copies:7.2f} {peak / 1e6 / copies:8.0f}", flush=True)


if __name__ == "__main__":
    main()
