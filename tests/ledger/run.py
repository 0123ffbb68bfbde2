#!/usr/bin/env python3
"""The ledger's life: what it must survive, and what it must say.

    history   200 refactorings of known kind, and the ledger's verdicts after each
    merges    branches that meet: git merges their ledgers, or a conflict is told
    layout    generated ledgers in every style: sync changes what it must, and no other byte
    writes    kills at random points, two runs at once, a full disk, a folder that cannot be written

    tests/ledger/run.py                 all of them
    tests/ledger/run.py layout writes   these
    tests/ledger/run.py --full          `writes` with 1,000 kills in place of 60, `layout` with 2,000 ledgers in place of 150

The program is --binary, else $DECODE_LEDGER, else build/release/decode-ledger. The last line is `N passed, N failed`.
"""

import argparse
import sys
import tempfile

sys.dont_write_bytecode = True

from history import history  # noqa: E402
from layout import layout  # noqa: E402
from merges import merges  # noqa: E402
from package import Broken, program_path  # noqa: E402
from writes import writes  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", help="history, merges, layout or writes")
    parser.add_argument("--binary")
    parser.add_argument("--full", action="store_true")
    arguments = parser.parse_args()
    program = program_path(arguments.binary)
    parts = {
        "history": history,
        "merges": merges,
        "layout": lambda p, f: layout(p, f, 2000 if arguments.full else 150),
        "writes": lambda p, f: writes(p, f, 1000 if arguments.full else 60),
    }
    passed = failed = 0
    for name, part in parts.items():
        if arguments.parts and name not in arguments.parts:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                for what, problem in part(program, folder):
                    if problem is None:
                        passed += 1
                    else:
                        failed += 1
                        print(f"FAILED {name}: {what}\n{problem}\n")
            except Broken as broken:
                failed += 1
                print(f"FAILED {name}\n{broken}\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
