#!/usr/bin/env python3
"""Makes each sound guard of the corpus wrong in every way of a fixed list, and asks under which rule that is told.

    tests/mutation/run.py                      all guards, all edits
    tests/mutation/run.py guards/inline_       guards of the cases whose name holds this
    tests/mutation/run.py --guards             which edits apply to which guard
    tests/mutation/run.py inline_ --edit swap --show
                                               mutants as diffs

Every case of tests/corpus/guards with a `#! guard:` is laid out with a ledger that calls its sites guarded, which
`init` writes; the check must be clean. Then each edit is made alone: the check must tell the edit's rule and no other
DL2xx, and fail where that rule is an error. A mutant that is told otherwise has survived. An edit that applies to fewer
guards than it states fails, too. The program is $DECODE_LEDGER, else build/release/decode-ledger. The last line is
`N passed, N failed`.
"""

import argparse
import ast
import difflib
import os
import pathlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus"))

from edits import EDITS, pass_processor, with_processor  # noqa: E402
from harness import program as runner  # noqa: E402
from harness.cases import find_cases  # noqa: E402
from program import Guard, Program  # noqa: E402

AT_LEAST_GUARDS = 120
LEDGER = "ledger.toml"
# Where an edit makes something else of a guard than what its rule speaks of: (case, edit) -> the code that is told.
JOINT = ["guards/call_in_both_branches_only", "guards/guard_in_every_match_case"]
UNDER_LENGTH = ["guards/inline_under_numel", "guards/inline_behind_no_ids"]
TOLD_OTHERWISE = {
    # A guard on each way: without the one, the other is not on every path.
    **{(case, edit): "DL201" for case in JOINT for edit in ("check a part", "rename variable", "repair")},
    # Other ids where two ways meet, in place of `*args`, or where the check is left out for no ids: no guard is seen to
    # have been meant for them.
    **{(case, "rebind between"): "DL102" for case in [*JOINT, *UNDER_LENGTH]},
    **{(case, "rename variable"): "DL102" for case in [*UNDER_LENGTH, "guards/inline_range_of_len"]},
    ("guards/guard_as_decorator_with_star_arguments", "rebind between"): "DL102",
    ("guards/guard_as_decorator_with_star_arguments", "rename variable"): "DL102",
    # One of two callers checks other ids: it is the one without.
    ("guards/guarded_by_callers", "rename variable"): "DL201",
    # One side still checks the ids.
    ("guards/inline_single_names_for_min_max", "rename variable"): "DL204",
    ("guards/two_half_bounds", "rename variable"): "DL204",
    **{
        ("guards/half_guards_in_two_functions", edit): "DL204"
        for edit in ("rename variable", "raise to log", "raise to pass", "repair")
    },
    # Without its guard, the clamp is what is left.
    ("guards/repair_behind_guard", "rename variable"): "DL210",
}


def read_files(folder):
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def laid_out(files):
    folder = tempfile.TemporaryDirectory(prefix="mutant-")
    for name, text in files.items():
        path = pathlib.Path(folder.name) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def with_entries(binary, files):
    """The files with a ledger that has an entry for every site, guarded where the program proves that; what the case's
    own ledger says stays."""
    with laid_out({name: text for name, text in files.items() if name != LEDGER}) as folder:
        runner.run(binary, ["init", "-o", LEDGER], folder)
        written = read_files(pathlib.Path(folder)).get(LEDGER, "")
    entries = written[written.find("[[site]]") :] if "[[site]]" in written else ""
    return {**files, LEDGER: f"{files[LEDGER]}\n{entries}"}


def findings_of(binary, files):
    """(code, message) of every finding that is more than a note."""
    with laid_out(files) as folder:
        found = runner.run_json(binary, ["check", "--format", "json"], folder)["findings"]
    return [(f["code"], f["message"]) for f in found if f["level"] != "note"]


def guards_of(binary, name, files):
    """The guards of a program, none when the check is not clean."""
    files = with_entries(binary, files)
    if findings_of(binary, files) or 'status = "todo"' in files[LEDGER]:
        return []
    with laid_out(files) as folder:
        sites = runner.run_json(binary, ["inventory", "--format", "json"], folder)["sites"]
    program = Program(name, files)
    guards = {}
    for site in sites:
        for place in site["guard"]["places"] if site["guard"]["verdict"] == "guarded" else []:
            source, site_source = program.sources[place["file"]], program.sources[site["file"]]
            node, decode = node_at(source, place), node_around(site_source, site)
            is_call = isinstance(node, ast.Call) and bool(site["guard"]["function"])
            guard = Guard(program, source, node, is_call, decode, site_source)
            known = guards.get((source, node))
            # Of several sites the one that stands beside the guard is the plainest.
            if known is None or (guard.is_in_function_of_site() and not known.is_in_function_of_site()):
                guards[source, node] = guard
    return list(guards.values())


def node_at(source, place):
    """The largest expression that starts and ends where `place` does."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and (node.lineno, node.end_lineno) == (place["line"], place["end_line"]):
            if (node.col_offset, node.end_col_offset) == (place["column"] - 1, place["end_column"] - 1):
                return node
    raise LookupError(f"no expression at {place}")


def node_around(source, site):
    """The call whose function is named at `site`; for a reference the expression itself."""
    for node in ast.walk(source.tree):
        name = node.func if isinstance(node, ast.Call) else None
        if name is not None and (name.end_lineno, name.end_col_offset) == (site["end_line"], site["end_column"] - 1):
            return node
    return node_ending(source, site)


def node_ending(source, site):
    for node in ast.walk(source.tree):
        if isinstance(node, ast.expr) and (node.end_lineno, node.end_col_offset) == (
            site["end_line"],
            site["end_column"] - 1,
        ):
            return node
    raise LookupError(f"no expression at {site}")


def all_guards(binary, words):
    """(guard, edits that are asked of it)."""
    found = []
    plain = [edit for edit in EDITS if edit.make is not pass_processor]
    processors = [edit for edit in EDITS if edit.make is pass_processor]
    for case in find_cases(["guards"]):
        if words and not any(word in str(case) for word in words):
            continue
        if not any(b"#! guard:" in path.read_bytes() for _, path in case.marked_files()):
            continue
        with case.laid_out() as folder:
            files = read_files(folder)
        found += [(guard, plain) for guard in guards_of(binary, str(case), files)]
        if (other := with_processor(files)) is not None:
            found += [(guard, processors) for guard in guards_of(binary, f"{case} (processor)", other)]
    return found


def verdict(binary, guard, edit, mutant):
    """Empty when the mutant is told as it must be."""
    try:
        found = findings_of(binary, mutant.files)
    except runner.CouldNotRun as error:
        return str(error)
    told = {code for code, _ in found if code.startswith("DL2") or code == "DL102"}
    expected = TOLD_OTHERWISE.get((guard.program.name, edit.name), edit.rule)
    # The entry of a guard that is none is wrong besides.
    if told - {"DL216"} == {expected}:
        return ""
    return f"{expected} expected, told: " + ("; ".join(f"{code} {message}" for code, message in found) or "nothing")


def main():
    parser = argparse.ArgumentParser(description="Makes the corpus's sound guards wrong, one edit at a time.")
    parser.add_argument("words", nargs="*", help="parts of the names of cases")
    parser.add_argument("--guards", action="store_true", help="list the guards and their edits, and stop")
    parser.add_argument("--edit", help="edits whose name holds this")
    parser.add_argument("--show", action="store_true", help="print each mutant as a diff")
    arguments = parser.parse_args()
    binary = runner.program_path()

    guards = all_guards(binary, arguments.words)
    work = [
        (guard, edit, mutant)
        for guard, edits in guards
        for edit in edits
        if not arguments.edit or arguments.edit in edit.name
        for mutant in edit.make(guard)
    ]
    if arguments.guards:
        for guard, edits in guards:
            names = [edit.name for _, edit, _ in (w for w in work if w[0] is guard)]
            print(f"{guard.program.name}:{guard.node.lineno}: {', '.join(dict.fromkeys(names)) or 'none'}")
        return 0

    failed = passed = 0
    told = {edit.name: 0 for edit in EDITS}
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        results = pool.map(lambda w: verdict(binary, *w), work)
        for (guard, edit, mutant), problem in zip(work, results):
            if arguments.show:
                show(guard, mutant)
            if problem:
                failed += 1
                print(f"SURVIVED {guard.program.name}, {edit.name} at {mutant.line}: {problem}")
            else:
                passed += 1
                told[edit.name] += 1
    for edit in EDITS:
        mine = [(guard, mutant) for guard, one, mutant in work if one is edit]
        num_guards = len({id(guard) for guard, _ in mine})
        print(f"{edit.name:18} {edit.rule}  {num_guards:4} guards  {len(mine):4} mutants  {told[edit.name]:4} told")
        if num_guards < edit.at_least and not arguments.words and not arguments.edit:
            failed += 1
            print(f"FAILED {edit.name}: applies to {num_guards} guards, not to {edit.at_least}")
    num_sound = sum(len(edits) > 1 for _, edits in guards)
    if not arguments.words and num_sound < AT_LEAST_GUARDS:
        failed += 1
        print(f"FAILED: {num_sound} sound guards, not {AT_LEAST_GUARDS}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def show(guard, mutant):
    for name, text in guard.program.files.items():
        lines = difflib.unified_diff(
            text.splitlines(), mutant.files[name].splitlines(), name, name, n=2, lineterm=""
        )
        print("\n".join(lines))


if __name__ == "__main__":
    sys.exit(main())
