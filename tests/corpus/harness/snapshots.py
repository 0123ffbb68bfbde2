"""`<case>.<print>.snap`: the whole text of one `--print` stage or one `--format`, compared byte for byte.

A snapshot is on because the file exists. With UPDATE_SNAPSHOTS=1 the file is written instead, and nothing fails.
"""

import difflib
import os

from . import program as runner

FORMATS = "text json jsonl sarif github gitlab rdjson junit checkstyle markdown csv html".split()
SHOWN_LINES = 40


def snapshots_of(case):
    """(what to print, path of the snapshot) of every snapshot of the case."""
    stem = case.stem()
    prefix = stem.name + "."
    found = []
    for path in sorted(stem.parent.glob(f"{stem.name}.*.snap")):
        what = path.name[len(prefix) : -len(".snap")]
        # `a.b.syntax.snap` belongs to the case `a.b`, not to `a`.
        if "." not in what:
            found.append((what, path))
    return found


def arguments_for(what, options):
    flag = ["--format", what] if what in FORMATS else [f"--print={what}"]
    return ["check", *flag, *runner.options_for("check", options)]


def problems_of(program, case, folder, options):
    found = []
    for what, path in snapshots_of(case):
        ran = runner.run(program, arguments_for(what, options), folder)
        if ran.status not in (0, 1):
            found.append(f"{path.name}: ended with {ran.status}: {ran.stderr.decode('utf-8', 'replace').strip()}")
            continue
        told = ran.stdout.decode("utf-8", "replace")
        kept = path.read_text(encoding="utf-8")
        if told == kept:
            continue
        if os.environ.get("UPDATE_SNAPSHOTS") == "1":
            path.write_text(told, encoding="utf-8")
            continue
        diff = difflib.unified_diff(kept.splitlines(), told.splitlines(), path.name, "told", lineterm="")
        lines = list(diff)
        shown = "\n".join(lines[:SHOWN_LINES]) + ("\n…" if len(lines) > SHOWN_LINES else "")
        found.append(f"{path.name} differs; to take it over: tools/update_snapshots.sh tests/corpus/{case}\n{shown}")
    return found

