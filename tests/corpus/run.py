#!/usr/bin/env python3
"""Runs the corpus: small Python programs with expectations written beside the lines that they speak of.

    tests/corpus/run.py                        every case
    tests/corpus/run.py guards                 one room
    tests/corpus/run.py guards/loop_may        cases whose name holds this
    tests/corpus/run.py --count                how many cases each room has
    UPDATE_SNAPSHOTS=1 tests/corpus/run.py     write the snapshots anew (tools/update_snapshots.sh)

The program is --binary, else $DECODE_LEDGER, else build/release/decode-ledger. The last line is `N passed, N failed`.
"""

import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True

from harness import program as runner  # noqa: E402
from harness.cases import find_cases, listing_problems, rooms  # noqa: E402
from harness.judge import Judge  # noqa: E402
from harness.markers import read_markers  # noqa: E402
from harness.snapshots import problems_of as snapshot_problems  # noqa: E402


def problems_of(program, case):
    """Everything that is wrong with one case, as texts to show."""
    files = [(shown, path.read_bytes().decode("utf-8", "replace")) for shown, path in case.marked_files()]
    markers = read_markers(files)
    texts = {shown: re.split(r"\r\n|\n|\r", text) for shown, text in files}
    wants = {marker.kind for marker in markers.of("calls", "guard", "handler", "fault")} | markers.complete
    with case.laid_out() as folder:
        try:
            facts = runner.read_facts(program, folder, markers.options, wants)
            problems = Judge(markers, facts, texts).problems()
            return problems + snapshot_problems(program, case, folder, markers.options)
        except (runner.CouldNotRun, KeyError) as error:
            return [f"{error}" if isinstance(error, runner.CouldNotRun) else f"the JSON has no key {error}"]


def print_counts(cases):
    for room in rooms():
        print(f"{sum(case.room == room.name for case in cases):5} {room.name}")
    print(f"{len(cases):5} cases")


def main():
    parser = argparse.ArgumentParser(description="Runs the corpus.")
    parser.add_argument("words", nargs="*", help="rooms, cases or parts of their names")
    parser.add_argument("--binary", help="the program under test")
    parser.add_argument("--folders", action="store_true", help="only cases of several files")
    parser.add_argument("--count", action="store_true", help="count the cases by room and stop")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 2)
    arguments = parser.parse_args()

    cases = [case for case in find_cases(arguments.words) if case.is_folder or not arguments.folders]
    if arguments.count:
        print_counts(cases)
        return 0
    program = runner.program_path(arguments.binary)
    if not program.exists():
        print(f"there is no program at {program}: build it first (make build), or name it with --binary")
        return 2

    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for case, problems in zip(cases, pool.map(lambda case: problems_of(program, case), cases)):
            if problems:
                failed += 1
                print(f"FAILED {case}")
                for problem in problems:
                    print("\n".join("    " + line for line in problem.splitlines()))
                print(f"    run again: tests/corpus/run.py {case}\n", flush=True)
    unlisted = [] if arguments.words else listing_problems()
    for problem in unlisted:
        print(f"FAILED {problem}")
    print(f"{len(cases) - failed} passed, {failed + len(unlisted)} failed")
    return 1 if failed or unlisted or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
