#!/usr/bin/env python3
"""How much does the analysis cost, in units of tree-sitter's bare parse of the same files?

    bench/spine.py PACKAGE_DIR [--rounds 5] [--jobs N] [--build build/release] [-- command of decode-ledger …]

Runs `decode-ledger inventory --all --format json` and bench/bare_parse over the same files, in turn (A B A B …) after one
warm-up each, so that both see the same page cache and the same clock speed. Prints, over the rounds, the ratio of wall and
of processor time, and the peak memory of our program by byte of source. The ratios are for people and for docs/; no test
depends on them.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Run:
    """What one run of a child cost: seconds of wall and processor time, and its peak resident bytes."""

    def __init__(self, command, stdout=subprocess.DEVNULL):
        start = time.perf_counter()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        self.wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        self.cpu = usage.ru_utime + usage.ru_stime
        self.peak_bytes = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        self.status = child.returncode


def must_run(command, good=(0,), **options):
    run = Run(command, **options)
    if run.status not in good:
        sys.exit(f"spine: exit status {run.status} from: {' '.join(map(str, command))}")
    return run


def spread(values):
    ordered = sorted(values)
    return f"{ordered[0]:.3f} / {ordered[len(ordered) // 2]:.3f} / {ordered[-1]:.3f}"


def main():
    parser = argparse.ArgumentParser(description="Cost of the analysis over tree-sitter's bare parse.")
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("command", nargs="*", help="instead of: inventory --all --format json")
    arguments = parser.parse_args()

    ours = arguments.build / "decode-ledger"
    bare = arguments.build / "bare_parse"
    package = arguments.package.resolve()
    with tempfile.TemporaryDirectory() as folder:
        listed = pathlib.Path(folder) / "listed"
        files = pathlib.Path(folder) / "files"
        with open(listed, "wb") as out:
            must_run([ours, "--print=files", package], stdout=out)
        # The list is relative to what was analysed; bare_parse opens it from wherever it stands.
        paths = [os.path.join(package, line) for line in listed.read_text().splitlines() if line.endswith(".py")]
        files.write_text("\n".join(paths) + "\n")
        source_bytes = sum(os.path.getsize(path) for path in paths)

        command = arguments.command or ["inventory", "--all", "--format", "json"]
        analyse = [ours, *command, "--jobs", str(arguments.jobs), package]
        parse = [bare, "-j", str(arguments.jobs), files]
        print(f"{len(paths)} files, {source_bytes / 1e6:.1f} MB, {arguments.jobs} threads: {' '.join(command)}")

        rounds = []
        for number in range(arguments.rounds + 1):
            pair = must_run(analyse, good=(0, 1)), must_run(parse)
            if number > 0:  # the first pair only warms the caches
                rounds.append(pair)

    print("                         min / median / max")
    print(f"decode-ledger wall  s    {spread([a.wall for a, _ in rounds])}")
    print(f"bare parse    wall  s    {spread([b.wall for _, b in rounds])}")
    print(f"ratio         wall       {spread([a.wall / b.wall for a, b in rounds])}")
    print(f"ratio         processor  {spread([a.cpu / b.cpu for a, b in rounds])}")
    print(f"peak memory / source     {spread([a.peak_bytes / source_bytes for a, _ in rounds])}")
    middle = sorted(rounds, key=lambda pair: pair[0].wall / pair[1].wall)[len(rounds) // 2]
    print(
        json.dumps(
            {
                "files": len(paths),
                "bytes": source_bytes,
                "wall_ratio": round(middle[0].wall / middle[1].wall, 3),
                "cpu_ratio": round(middle[0].cpu / middle[1].cpu, 3),
                "peak_ratio": round(max(a.peak_bytes for a, _ in rounds) / source_bytes, 2),
            }
        )
    )


if __name__ == "__main__":
    main()
