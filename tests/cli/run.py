#!/usr/bin/env python3
"""The program as its users meet it: exit statuses, streams, bad input, formats.

usage: run.py [PROGRAM] [-k WORD]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

Each test is a function `test_…` that gets a Case: an empty folder to write files into and to run the program in.
`-k` runs the tests with WORD in their name. The last line is `N passed, N failed`.
"""
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import json_schema  # noqa: E402
from suite import (Failed, GUARDED, GUARDED_ENTRY, HEAD, KEPT, REPOSITORY, SCHEMAS, SWALLOWED, UNGUARDED,  # noqa: E402
                   main)


# ---- usage ----

def test_help_and_version(case):
    case.run("--help").expect(0, out=["check", "inventory", "exit status"], no_out=["devices", "lsp"]).expect_empty_err()
    for command in ("check", "inventory", "trace", "graph", "init", "sync", "exempt", "review", "rules", "explain"):
        case.run(command, "--help").expect(0, out=["Usage: decode-ledger " + command]).expect_empty_err()
    case.run("-V").expect(0, out=["decode-ledger 0.", "tree-sitter-python"])
    case.run("--version").expect(0, out=["decode-ledger 0."])


def test_usage_errors(case):
    case.run().expect(2, err=["Usage"]).expect_empty_out()
    case.run("chekc").expect(2, err=["no command `chekc`", "did you mean `check`?"]).expect_empty_out()
    case.run("check", "--formt", "json").expect(2, err=["no flag `--formt`", "`--format`"])
    case.run("check", "--format", "yaml").expect(2, err=["yaml"])
    case.run("check", "--select", "DL999").expect(2, err=["no rule `DL999`"])
    case.run("check", "--jobs", "x").expect(2, err=["--jobs"])
    case.run("check", "--format").expect(2, err=["--format"])
    case.run("check", "--fail-on", "loud").expect(2, err=["--fail-on"])
    case.run("trace").expect(2, err=["SITE"])
    case.run("explain").expect(2, err=["explain"])
    case.run("explain", "DL3").expect(2)
    case.run("--print=nonsense", ".").expect(2, err=["call-graph"])


def test_commands_of_later_versions_say_so(case):
    for command in ("guard", "probe", "logs", "run", "devices", "lsp"):
        case.run(command, "--some", "thing").expect(2, err=f"`{command}` is not in this version yet").expect_empty_out()


def test_no_escape_from_arguments(case):
    ran = case.run("ch\x1b[31meck").expect(2)
    if "\x1b" in ran.err:
        ran.fail("an escape reached the terminal")
    ran = case.run("check", "no\x1b[31mwhere").expect(2)
    if "\x1b" in ran.err:
        ran.fail("an escape reached the terminal")


# ---- rules ----

def test_rules_and_explain(case):
    case.run("rules").expect(0, out=["DL101", "unledgered-site", "DL403"])
    case.run("rules", "DL30").expect(0, out=["DL301"], no_out=["DL101"])
    case.run("rules", "fault-swallowed").expect(0, out=["DL301"], no_out=["DL302"])
    case.run("rules", "--format", "json").expect(0).json("rules")
    case.run("explain", "DL301").expect(0, out=["fault-swallowed"])
    case.run("explain", "dl301").expect(0)
    case.run("explain", "fault-swalowed").expect(2, err=["did you mean `fault-swallowed`?"])


# ---- bad input ----

def test_missing_path(case):
    case.package()
    case.run("inventory", "nowhere").expect(2, err=["nowhere"]).expect_empty_out()
    case.run("inventory", "--ledger", "no.toml").expect(2, err=["no ledger at `no.toml`"])
    case.run("inventory", "--ledger", "pkg").expect(2, err=["folder"])


def test_a_file_that_is_no_python(case):
    case.put("data.bin", b"\x00\x01")
    case.run("inventory", "data.bin").expect(2, err=["data.bin"]).expect_empty_out()


def test_a_folder_without_python(case):
    (case.folder / "empty").mkdir()
    case.run("inventory", "empty").expect(2, err=["empty"]).expect_empty_out()
    case.run("check", "empty").expect(2)


def test_an_empty_package(case):
    case.put("pkg/__init__.py", "")
    case.run("inventory", "pkg").expect(0, out=["0 sites", "1 file"])
    value = case.run("inventory", "pkg", "--format", "json").expect(0).json("inventory")
    assert value["sites"] == [] and value["summary"]["files"] == 1


def test_one_file(case):
    case.put("one.py", UNGUARDED)
    case.run("inventory", "one.py").expect(0, out=["1 site:", "one.py"])


def test_a_broken_ledger_tells_every_error(case):
    case.package()
    case.put("ledger.toml", 'schema = 1\n[[site]]\nmodul = "a"\nstatus = "gaurded"\n')
    case.run("check").expect(2, err=["ledger.toml:3:", "ledger.toml:4:", "did you mean", ": error: "]).expect_empty_out()
    case.put("ledger.toml", "schema = \n")
    case.run("check").expect(2, err=["ledger.toml:1:"]).expect_empty_out()
    case.put("ledger.toml", b"schema = 1 # \xff\n")
    case.run("check").expect(2, err=["ledger.toml:1:"])


def test_a_ledger_of_another_package(case):
    case.package()
    case.put("ledger.toml", HEAD + GUARDED_ENTRY.replace("pkg.label", "other.label"))
    case.run("check").expect(2, err=["another package"]).expect_empty_out()


def test_no_ledger(case):
    case.package(show=UNGUARDED)
    case.run("check").expect(2, err=["no ledger.toml", "2 sites", "decode-ledger init"]).expect_empty_out()


def test_the_ledger_is_found_above(case):
    case.package()
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    inside = case.run("check", folder=case.folder / "pkg")
    assert inside.out == case.run("check").out, inside.out


def test_a_ledger_of_another_tree_is_left_aside(case):
    case.put("mine/ledger.toml", HEAD + GUARDED_ENTRY)
    case.put("other/a.py", UNGUARDED)
    case.run("inventory", "../other", folder=case.folder / "mine").expect(0, out=["1 site:"], err=["left aside"])


def test_odd_bytes_do_no_harm(case):
    case.put("pkg/__init__.py", "")
    case.put("pkg/bad.py", b"x = '\xff\xfe'\n")
    case.put("pkg/nul.py", b"x = 1\x00\n")
    case.put("pkg/crlf.py", b"def f(tok, ids):\r\n    return tok.decode(ids)\r\n")
    case.put("pkg/empty.py", b"")
    case.put("pkg/deep.py", b"x = " + b"[" * 10000 + b"]" * 10000 + b"\n")
    case.put("ledger.toml", "schema = 1\n")
    (case.folder / "pkg" / "folder.py").mkdir()
    os.mkfifo(case.folder / "pkg" / "fifo.py")
    (case.folder / "pkg" / "loop.py").symlink_to("loop.py")
    ran = case.run("check").expect(1, out=["DL402", "pkg/bad.py", "DL403", "pkg/deep.py"])
    assert "\x00" not in ran.out
    case.run("check", "--format", "json").expect(1).json("check")


def test_syntax_errors_are_told(case):
    case.put("a.py", "def f(a b):\n    pass\n" + UNGUARDED)
    case.put("ledger.toml", "schema = 1\n")
    case.run("check", "--select", "DL401").expect(0, out=["a.py:1:9: warning[DL401 file-not-fully-parsed]"])
    case.run("check", "--select", "DL401", "--fail-on", "warning").expect(1)


def test_an_unreadable_file_is_named(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    (case.folder / "pkg" / "show.py").chmod(0)
    demoted = as_nobody(case)
    if demoted is None:
        return
    case.run("check", **demoted).expect(1, out=["DL402", "pkg/show.py"])


def test_an_unreadable_ledger(case):
    case.package()
    case.put("ledger.toml", HEAD).chmod(0)
    demoted = as_nobody(case)
    if demoted is None:
        return
    case.run("check", **demoted).expect(2, err=["ledger.toml"])


def as_nobody(case):
    """How to run as a user whom permissions bind; None where that cannot be had."""
    if os.geteuid() != 0:
        return {}
    case.folder.chmod(0o755)
    program = case.folder / "program"  # the build folder may not be open to everybody
    shutil.copy(case.program, program)
    program.chmod(0o755)
    case.program = str(program)
    return {"user": 65534, "group": 65534, "extra_groups": []}


# ---- where the result goes ----

def test_output_file(case):
    case.package()
    on_stdout = case.run("inventory").expect(0)
    case.run("inventory", "-o", "out.txt").expect(0).expect_empty_out()
    assert (case.folder / "out.txt").read_bytes() == on_stdout.out_bytes
    assert sorted(p.name for p in case.folder.iterdir()) == ["out.txt", "pkg"]


def test_output_that_cannot_be_written(case):
    case.package()
    case.run("inventory", "-o", "no/folder/out.txt").expect(2, err=["cannot write `no/folder/out.txt`"]).expect_empty_out()
    (case.folder / "taken").mkdir()
    case.run("inventory", "-o", "taken").expect(2, err=["cannot write `taken`"])
    with open("/dev/full", "wb") as full:
        done = subprocess.run([case.program, "inventory"], cwd=case.folder, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot write" in done.stderr, done
    shut = case.folder / "shut"
    shut.mkdir()
    demoted = as_nobody(case)
    if demoted is None:
        return
    shut.chmod(0o555)
    case.run("inventory", "pkg", "-o", "shut/out.txt", **demoted).expect(2, err=["cannot write"])


def test_a_reader_that_goes_away(case):
    case.package()
    for _ in range(3):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([case.program, "inventory", "--format", "json"], cwd=case.folder, stdout=writer,
                              stderr=subprocess.PIPE, restore_signals=False)
        os.close(writer)
        assert done.returncode == 0 and done.stderr == b"", done


def test_quiet_and_verbose(case):
    case.package()
    case.put("pkg/notes.ipynb", "{}")
    case.run("inventory", "-q").expect(0, no_out=["sites:"]).expect_empty_err()
    case.run("inventory").expect(0, out=["1 site:"], err=["passed over"], no_err=["notes.ipynb"])
    case.run("inventory", "-v").expect(0, out=["receiver"], err=["notes.ipynb", "time: "])


def test_colours(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    for arguments, environment, coloured in (((), {}, False), (("--color", "always"), {}, True),
                                             ((), {"CLICOLOR_FORCE": "1"}, True), (("--color", "never"), {"CLICOLOR_FORCE": "1"}, False),
                                             ((), {"NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, False)):
        ran = case.run("check", *arguments, environment=environment).expect(1)
        if ("\x1b[" in ran.out) != coloured:
            ran.fail(f"colour expected: {coloured} ({environment})")
    case.run("check", "-o", "out.txt", environment={"CLICOLOR_FORCE": "1"}).expect(1)
    assert "\x1b" not in (case.folder / "out.txt").read_text()


def test_a_file_from_stdin(case):
    case.package(show="x = 1\n")
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    edited = ["--stdin-filename", "pkg/show.py"]
    case.run("check").expect(0)
    case.run("check", *edited, "-", stdin=UNGUARDED).expect(1, out=["pkg/show.py:8:16: error[DL101", "1 error "])
    case.run("check", *edited, stdin=UNGUARDED).expect(1, out=["pkg/show.py:8:16: error[DL101"])
    case.run("check", *edited, stdin="x = 2\n").expect(0)
    # Other files are read as they are: the swallowing caller is in the buffer alone, the guard on the disk.
    case.run("check", *edited, stdin=SWALLOWED).expect(1, out=["pkg/show.py:9:9: error[DL301"])
    case.run("check", "--stdin-filename", "pkg/not_saved.py", stdin=UNGUARDED).expect(1, out=["pkg/not_saved.py:8:16: error[DL101"])
    case.run("inventory", *edited, stdin=UNGUARDED).expect(0, out=["pkg/show.py", "tok.decode"], no_out=["pkg/label.py"])
    case.run("check", *edited, stdin="\xff(").expect(0, out=["DL401"])
    if (case.folder / "pkg/show.py").read_text() != "x = 1\n":
        raise Failed("the file on the disk was changed")
    case.run("check", "-").expect(2, err=["--stdin-filename"])
    case.run("check", *edited, "pkg/label.py").expect(2, err=["no other PATH"])
    case.run("check", "--stdin-filename", "nowhere/x.py").expect(2, err=["nowhere"])
    case.run("check", "--stdin-filename", "pkg/x.txt").expect(2, err=["no name of a Python file"])


# ---- check ----

def test_hyperlinks(case):
    case.package()
    case.put("pkg/odd name#1.py", UNGUARDED)
    case.put("ledger.toml", HEAD)
    opened = "\x1b]8;;file://" + str(pathlib.Path(case.folder).resolve()) + "/pkg/odd%20name%231.py#8\x1b\\"
    for command in (["check"], ["inventory"], ["trace", "--all"]):
        ran = case.run(*command, "--hyperlinks", "always", "--color", "never")
        if opened not in ran.out or ran.out.count("\x1b]8;;file:") * 2 != ran.out.count("\x1b]8;;"):
            ran.fail("no link to the file")
        plain = case.run(*command, "--color", "always")
        if "\x1b]8" in plain.out:
            plain.fail("a link where nothing says that the terminal takes it")
    case.run("check", "--hyperlinks", "maybe").expect(2, err=["--hyperlinks", "auto, always or never"])
    case.run("check", "--format", "json", "--hyperlinks", "always").expect(1, no_out=["\x1b"])


def test_clean(case):
    case.package()
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    case.run("check").expect(0, out=["1 site: 1 guarded (1 heard), 0 exempt, 0 todo, 0 new", "no findings", "3 files"]).expect_empty_err()


def test_findings(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    ran = case.run("check").expect(1, out=["pkg/show.py:8:16: error[DL101 unledgered-site]", "| ", "^^^^^^",
                                           "pkg/run.py:9:9: error[DL301 fault-swallowed]", "2 errors"])
    assert ran.out.index("pkg/run.py:9") < ran.out.index("pkg/show.py:8"), "sorted by file"
    case.run("check", "--exit-zero").expect(0, out=["DL101"])
    case.run("check", "--ignore", "DL101,DL3").expect(0, out=["ignored: DL101 ×1, DL301 ×1"], no_out=["error["])
    case.run("check", "--select", "DL101").expect(1, out=["DL101", "ignored: DL301 ×1"])
    case.run("check", "--statistics").expect(1, out=["1  DL101  unledgered-site"])
    case.run("check", "-q").expect(1, out=["DL101"], no_out=["sites:"])
    case.run("check", "pkg/show.py").expect(1, out=["DL101"], no_out=["DL301"])


def test_levels_of_the_ledger(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY + '\n[rules]\nDL101 = "warning"\n')
    case.run("check").expect(0, out=["warning[DL101", "1 warning"])
    case.run("check", "--fail-on", "warning").expect(1)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY + '\n[rules]\nDL101 = "off"\n')
    case.run("check").expect(0, out=["ignored: DL101 ×1", "no findings"])


def test_check_json(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY + GUARDED_ENTRY.replace('"label"', '"gone"'))
    value = case.run("check", "--format", "json").expect(1).json("check")
    assert value["summary"]["errors"] == len(value["findings"]) == 3, value["summary"]
    stale = [f for f in value["findings"] if f["code"] == "DL103"]
    assert len(stale) == 1 and stale[0]["in_ledger"] and stale[0]["file"] == "ledger.toml" and stale[0]["line"] > 1, stale
    case.run("check", "--statistics", "--format", "json").expect(1).json("statistics")


def test_todo_and_strict(case):
    case.package(show=UNGUARDED)
    first = case.run("init").expect(0, out=["schema = 1", "todo"])
    case.put("ledger.toml", first.out)
    case.run("check").expect(0, out=["1 todo", "0 new"])
    case.run("check", "--strict").expect(1, out=["DL114"])


def test_expiry_and_today(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY + """
[[site]]
module = "pkg.show"
scope = "show"
call = "tok.decode"
status = "exempt"
category = "accepted-risk"
reason = "a demo that nobody publishes numbers from"
expires-on = 2027-01-01
""")
    case.run("check", "--today", "2026-12-31").expect(0, no_out=["DL106"])
    case.run("check", "--today", "2027-01-02").expect(1, out=["ledger.toml:", "DL106"])


# ---- init ----

def test_init_writes_no_ledger_over_another(case):
    case.package()
    case.run("init", "-o", "ledger.toml").expect(0).expect_empty_out()
    case.run("check").expect(0)
    case.run("init", "-o", "ledger.toml").expect(2, err=["there already"])
    done = subprocess.run(f"'{case.program}' init pkg > new.toml", shell=True, cwd=case.folder)
    assert done.returncode == 0 and "schema = 1" in (case.folder / "new.toml").read_text()


# ---- sync ----

GUARDED_TABLE = """
[[site]]
module = "pkg.label"
scope = "label"
call = "tok.batch_decode"
status = "guarded"
fingerprint = "695eeccb2b25"
"""


def unchanged(case, *arguments):
    """Runs a command that may write nothing, and holds it to that."""
    ledger = case.folder / "ledger.toml"
    before, stamp = ledger.read_bytes(), ledger.stat()
    ran = case.run(*arguments)
    after = ledger.stat()
    if ledger.read_bytes() != before or (after.st_mtime_ns, after.st_ino) != (stamp.st_mtime_ns, stamp.st_ino):
        ran.fail("the ledger was written")
    if left := [p.name for p in case.folder.iterdir() if p.name.startswith(".ledger")]:
        ran.fail(f"left behind: {left}")
    return ran


def test_sync_adds_what_is_proven_and_nothing_else(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD)
    unchanged(case, "sync", "--check").expect(1, out=["added  pkg.label:label:tok.batch_decode  (pkg/label.py:11)",
                                                      "ledger.toml would change: 1 added", "1 site has no entry"])
    case.run("sync").expect(0, out=["ledger.toml is written: 1 added"]).expect_empty_err()
    if (text := (case.folder / "ledger.toml").read_text()) != HEAD + GUARDED_TABLE:
        raise Failed(text)
    unchanged(case, "sync").expect(0, out=["nothing to change"])
    unchanged(case, "sync", "--check").expect(0)
    case.run("check").expect(1, out=["pkg/show.py:8", "DL101"], no_out=["label.py"])


def test_sync_rekeys_promotes_and_prunes(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_TABLE.replace('"pkg.label"', '"pkg.old" # renamed').replace("guarded", "todo")
             + GUARDED_TABLE.replace('"label"', '"gone"').replace("695eeccb2b25", "000000000000") + """
[[site]]
module = "pkg.show"
scope = "shown"
call = "tok.decode"
status = "exempt"
category = "accepted-risk"
reason = "shown to people alone"
""")
    stale = "2 entries are stale: `decode-ledger sync --prune` drops them"
    case.run("sync").expect(0, out=["moved, promoted  pkg.label:label:tok.batch_decode  (was pkg.old:label", stale])
    text = (case.folder / "ledger.toml").read_text()
    assert 'module = "pkg.label" # renamed' in text and 'status = "guarded"' in text and "todo" not in text, text
    ran = case.run("sync", "--prune").expect(0, out=["2 dropped", "exempt as accepted-risk, reason: shown to people alone"])
    if (text := (case.folder / "ledger.toml").read_text()) != HEAD + GUARDED_TABLE.replace('"pkg.label"', '"pkg.label" # renamed'):
        ran.fail(text)


def test_sync_drops_nothing_that_was_not_examined(case):
    case.package()
    case.put("pkg/show.py", UNGUARDED + "\nvalue = = 1\n")
    gone = GUARDED_TABLE.replace('"pkg.label"', '"{}"').replace('"label"', '"gone"').replace("695eeccb2b25", "000000000000")
    case.put("pkg/out.py", UNGUARDED)
    case.put("ledger.toml", 'package.exclude = ["pkg/out.py"]\n' + HEAD + GUARDED_TABLE + gone.format("pkg.out")
             + gone.format("pkg.show"))
    unchanged(case, "sync", "--prune").expect(0, out=["nothing to change"], no_out=["stale"])
    case.run("check").expect(1, out=["DL111"])


def test_sync_adds_one_entry_for_a_wrapper(case):
    case.package()
    case.put("pkg/wrap.py", GUARDED.replace("def label(model, batch):\n    ids = model.generate(batch)", "def text_of(ids):")
             + "\n\ndef first(model, batch):\n    return text_of(model.generate(batch))\n")
    case.put("ledger.toml", HEAD)
    case.run("sync").expect(0, out=["pkg.wrap:text_of:tok.batch_decode", "2 added"], no_out=["pkg.wrap:first"])
    case.run("check").expect(0)
    unchanged(case, "sync").expect(0)


def test_sync_refuses(case):
    case.package()
    case.run("sync").expect(2, err=["there is no ledger.toml", "init"])
    case.put("ledger.toml", HEAD)
    unchanged(case, "sync", "pkg").expect(2, err=["`sync` takes no argument such as `pkg`"])
    unchanged(case, "sync", "-o", "x").expect(2, err=["no flag `-o`"])
    unchanged(case, "sync", "--exclude", "x").expect(2, err=["no flag `--exclude`"])
    unchanged(case, "sync", "--wait", "soon").expect(2, err=["--wait"])
    case.put("ledger.toml", HEAD + "[[sites]]\n")
    unchanged(case, "sync").expect(2, err=["unknown key `sites`"])


def test_a_link_is_followed_within_the_repository_alone(case):
    case.package()
    os.rename(case.folder / "pkg", case.folder / "pkg.moved")
    os.mkdir(case.folder / "sub")
    os.rename(case.folder / "pkg.moved", case.folder / "sub" / "pkg")
    target = case.put("sub/ledger.toml", HEAD)
    os.mkdir(case.folder / "top")
    (case.folder / "top" / "ledger.toml").symlink_to("../sub/ledger.toml")
    ran = case.run("sync", "--ledger", "top/ledger.toml").expect(2, err=["is a link to", "the ledger is as it was"])
    if target.read_text() != HEAD:
        ran.fail("written through a link out of the repository")
    os.mkdir(case.folder / ".git")
    target.chmod(0o640)
    case.run("sync", "--ledger", "top/ledger.toml").expect(0)
    assert (case.folder / "top" / "ledger.toml").is_symlink() and target.read_text() == HEAD + GUARDED_TABLE
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


# ---- the ledger and git ----

def git(case, *arguments):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "x", f"GIT_{who}_EMAIL": "x@x"}
    subprocess.run(["git", *arguments], cwd=case.folder, env=environment, check=True, capture_output=True)


def test_the_summary_tells_the_change_since_the_merge_base(case):
    case.package(show=UNGUARDED)
    case.run("init", "-o", "ledger.toml").expect(0)
    case.run("check").expect(0, out=["1 todo, 0 new   no findings"])
    git(case, "init", "-q", "-b", "main")
    case.run("check").expect(0, out=["0 new   no findings"])
    git(case, "add", ".")
    git(case, "commit", "-q", "-m", "x")
    case.run("check").expect(0, out=["0 new (main: no change)"])
    git(case, "switch", "-q", "-c", "work")
    case.put("pkg/more.py", GUARDED)
    case.run("sync").expect(0)
    case.run("exempt", "show:tok.decode", "--category", "accepted-risk", "--reason", "shown to people alone").expect(0)
    git(case, "commit", "-q", "-a", "-m", "y")
    case.run("check").expect(0, out=["2 guarded (2 heard), 1 exempt, 0 todo, 0 new (main: +1 guarded, +1 exempt, -1 todo)"])
    value = case.run("check", "-q", "--format", "json").expect(0).json("check")
    assert value["summary"]["ratchet"] == {"base": "main", "guarded": 1, "exempt": 1, "todo": -1}
    # From a folder below, as a hook would with git's own variables set.
    case.run("check", environment={"GIT_DIR": "/nowhere"}, folder=case.folder / "pkg").expect(0, out=["(main: +1 guarded"])
    git(case, "branch", "-q", "-m", "main", "trunk")
    case.run("check").expect(0, out=["0 new   no findings"])


def test_a_conflict_in_the_ledger_is_told(case):
    case.package()
    case.put("ledger.toml", HEAD + "<<<<<<< HEAD\n[[site]]\n=======\n[[site]]\n>>>>>>> other\n\n<<<<<<< HEAD\n>>>>>>> x\n")
    case.run("check").expect(2, err=["ledger.toml:5:1: error: git left a conflict in lines 5 to 9", "lines 11 to 12"])


# ---- the ledger's schema ----

def toml_problems(text):
    """What docs/schema/ledger.schema.json has against a ledger."""
    import datetime
    import tomllib

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items()}
        if isinstance(value, list):
            return [plain(one) for one in value]
        # A date with a time is no date: the schema cannot say so of a string, its pattern can.
        return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else value

    schema = json.loads((SCHEMAS / "ledger.schema.json").read_text(encoding="utf-8"))
    return json_schema.problems(plain(tomllib.loads(text)), schema)


def test_the_schema_of_the_ledger_takes_what_the_tool_takes(case):
    case.package()
    ledgers = [path.read_text(encoding="utf-8") for path in (REPOSITORY / "tests" / "corpus").rglob("ledger*.toml")]
    ledgers += re.findall(r"```toml\n(schema = 1\n.*?)```", (REPOSITORY / "docs" / "ledger.md").read_text(), re.DOTALL)
    assert len(ledgers) > 50
    for text in ledgers:
        if problems := toml_problems(text):
            raise Failed(f"{text}\n{problems}")
    entry = GUARDED_ENTRY.strip() + "\n"
    site = "schema = 1\n" + entry
    good = ['schema = 1', 'schema = 1\nrequires = ">=0.1, <2"', site + "nth = 2", site + 'reason = ""',
            site + "expires-on = 2027-01-01", 'schema = 1\nsite = []', 'schema = 1\nfault.type = ["a.B", "c.D"]',
            'schema = 1\n[rules]\nDL101 = "off"\nunledgered-site = "note"'.replace('DL101 = "off"\n', ""),
            'schema = 1\nguard = [{function = "a.b", ids = "ids", tokenizer = 1}]',
            'schema = 1\n[[decoder]]\nmethod = "text"\nrole = "other"']
    bad = ["", "schema = 2", 'schema = "1"', "schema = 1\n[sites]", "schema = 1\nsite = 1", "schema = 1\n[site]",
           site.replace("module", "modul"), site.replace("guarded", "gaurded"), site.replace('"label"', '""'),
           site.replace('call = "tok.batch_decode"\n', ""), site.replace('status = "guarded"\n', ""), site + "nth = 0",
           site + 'nth = "1"', site + 'category = "labels"', site + 'fingerprint = "xyz"', site + "reason = 1",
           site + "line = 3", site + "expires-on = 2027-01-01T00:00:00", 'schema = 1\nrequires = "0.1"',
           'schema = 1\n[fault]', 'schema = 1\nfault.type = 1', 'schema = 1\n[rules]\nDL999 = "off"',
           'schema = 1\n[rules]\nDL101 = "on"', 'schema = 1\n[[decoder]]\nids = 0',
           'schema = 1\n[[decoder]]\nmethod = "a"\nfunction = "b"', 'schema = 1\nguard = [{ids = 0}]',
           'schema = 1\npackage.roots = "src"', 'schema = 1\npackage.roots = [""]', 'schema = 1\npackage.root = ["src"]',
           'schema = 1\n[[handler]]\nmodule = "a"\nscope = "b"\nclause = "except"\nstatus = "exempt"']
    for text in good + bad:
        problems = toml_problems(text)
        case.put("ledger.toml", text + "\n")
        ran = case.run("check")
        refused = "ledger.toml:" in ran.err
        if refused != bool(problems) or refused != (text in bad):
            ran.fail(f"{text}\nthe schema: {problems}")


def test_the_schema_of_the_ledger_knows_every_rule(case):
    schema = json.loads((SCHEMAS / "ledger.schema.json").read_text(encoding="utf-8"))
    rules = case.run("rules", "--format", "json").expect(0).json("rules")["rules"]
    known = schema["properties"]["rules"]["properties"]
    wanted = {name: rule["summary"] for rule in rules for name in (rule["code"], rule["name"])}
    told = {name: entry["description"] for name, entry in known.items()}
    if wanted != told:
        raise Failed(f"docs/schema/ledger.schema.json, `rules`: {sorted(wanted.items() ^ told.items())}")


# ---- exempt ----

def test_exempt_writes_a_decision(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("ledger.toml", HEAD)
    site = ("exempt", "pkg/show.py:8", "--category", "accepted-risk", "--reason", 'shown to "people" alone')
    case.run(*site, "--reviewed-by", "mira", "--reviewed-on", "2026-11-30", "--expires-on", "2999-01-01").expect(
        0, out=["exempt  pkg.show:show:tok.decode  (as accepted-risk; pkg/show.py:8)"])
    text = (case.folder / "ledger.toml").read_text()
    expected = HEAD + """
[[site]]
module = "pkg.show"
scope = "show"
call = "tok.decode"
status = "exempt"
category = "accepted-risk"
reason = "shown to \\"people\\" alone"
reviewed-by = "mira"
reviewed-on = 2026-11-30
expires-on = 2999-01-01
fingerprint = "4fa1fa89c8d6"
"""
    assert text == expected, text
    unchanged(case, "exempt", *site[1:], "--reviewed-by", "mira", "--reviewed-on", "2026-11-30", "--expires-on",
              "2999-01-01").expect(0)
    case.run(*site[:-1], "looked at again by hand").expect(0, out=["was exempt as accepted-risk, reason: shown to"])
    text = (case.folder / "ledger.toml").read_text()
    assert 'reason = "looked at again by hand"\nfingerprint' in text and "mira" not in text, text

    case.run("exempt", "pkg.run:run:except Exception", "--reason", "the trainer counts what is lost").expect(
        0, out=["exempt  pkg.run:run:except Exception  (pkg/run.py:9)"])
    assert (case.folder / "ledger.toml").read_text().endswith("""
[[handler]]
module = "pkg.run"
scope = "run"
clause = "except Exception"
reason = "the trainer counts what is lost"
fingerprint = "38e402db08d9"
""")
    case.run("sync").expect(0, out=["1 added"])
    case.run("check").expect(0)
    order = re.findall(r'module = "(.*)"', (case.folder / "ledger.toml").read_text())
    assert order == ["pkg.label", "pkg.show", "pkg.run"], order


def test_exempt_turns_a_todo_into_a_decision(case):
    case.package(show=UNGUARDED)
    case.run("init", "-o", "ledger.toml").expect(0)
    before = (case.folder / "ledger.toml").read_text()
    case.run("exempt", "show:tok.decode", "--category", "accepted-risk", "--reason", "shown to people alone").expect(
        0, out=["was todo; as accepted-risk"])
    after = (case.folder / "ledger.toml").read_text()
    assert after == before.replace('status = "todo"', 'status = "exempt"\ncategory = "accepted-risk"\nreason = '
                                   '"shown to people alone"'), after
    case.run("check", "--strict").expect(0)


def test_exempt_refuses(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("tests/test_it.py", UNGUARDED)
    case.put("ledger.toml", HEAD)
    reason = ("--reason", "shown to people alone")
    risk = ("--category", "accepted-risk")

    def refused(*arguments, status=2, **expected):
        unchanged(case, "exempt", *arguments).expect(status, **expected)

    refused("pkg/show.py:8", "--category", "host-ids", *reason, status=1, out=["DL108", "ids that a model made"],
            err=["nothing is written"])
    refused("pkg/show.py:8", "--category", "hostids", *reason, err=["no category `hostids`; did you mean `host-ids`?"])
    refused("pkg/show.py:8", *risk, "--reason", "TODO later maybe", err=["the reason is a placeholder"])
    refused("pkg/show.py:8", *risk, err=["the reason is missing"])
    refused("pkg/show.py:8", *risk, *reason, "--expires-on", "2020-01-01", err=["past"])
    refused("pkg/show.py:8", *risk, *reason, "--expires-on", "2027-02-30", err=["--expires-on"])
    refused("pkg/show.py:8", *reason, err=["is a decode site: say with `--category`"])
    refused("pkg/show.py:80", *risk, *reason, err=["no site `pkg/show.py:80`; the nearest are:"])
    refused("tok", *risk, *reason, err=["fits 3 sites"])
    refused("tests/test_it.py:8", *risk, *reason, err=["stands in a test"])
    refused("pkg/show.py:12", *risk, *reason, err=["is no decode site"])
    refused("pkg/run.py:9", *risk, *reason, err=["is a handler, which has no category"])
    refused(*risk, *reason, err=["needs one SITE"])


def test_what_a_proven_site_is_told(case):
    case.package()
    case.put("ledger.toml", HEAD)
    case.run("exempt", "label.py:11", "--category", "accepted-risk", "--reason", "looked at by hand").expect(
        0, err=["it needs no exemption (DL113)"])


# ---- inventory ----

def test_inventory_json(case):
    case.package(show=UNGUARDED)
    value = case.run("inventory", "--format", "json").expect(0).json("inventory")
    names = [(s["file"], s["line"], s["name"], s["role"]) for s in value["sites"]]
    assert names == [("pkg/label.py", 11, "batch_decode", "token"), ("pkg/show.py", 8, "decode", "token")], names
    guarded = value["sites"][0]
    assert guarded["guard"]["verdict"] == "guarded" and guarded["guard"]["places"][0]["line"] == 10, guarded["guard"]
    assert guarded["origin"] == "device" and guarded["ending"] == "heard", guarded
    everything = case.run("inventory", "--all", "--format", "json").expect(0).json("inventory")
    assert [s["role"] for s in everything["sites"]].count("bytes") == 1, everything["sites"]


def test_inventory_with_a_ledger(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    value = case.run("inventory", "--format", "json").expect(0).json("inventory")
    assert [(s["status"], s["state"]) for s in value["sites"]] == [("guarded", "guarded"), (None, "new")], value["sites"]
    case.run("inventory").expect(0, out=["pkg/label.py", "tok.batch_decode", "1 new"])


def test_paths_limit_what_is_listed(case):
    case.package(show=UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    value = case.run("inventory", "pkg/show.py", "--format", "json").expect(0).json("inventory")
    assert [s["file"] for s in value["sites"]] == ["pkg/show.py"], value["sites"]


def test_exclude(case):
    case.package(show=UNGUARDED)
    case.run("inventory", "--exclude", "pkg/show.py").expect(0, out=["1 site:"])
    case.run("inventory", "--extend-exclude", "show.py,label.py").expect(0, out=["0 sites"])
    case.run("inventory", "--show-files").expect(0, out=["pkg/show.py\n"])


# ---- trace ----

def test_trace(case):
    case.package(run=SWALLOWED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    for site in ("pkg.label:label:tok.batch_decode", "pkg/label.py:11", "label.py:11", "batch_decode"):
        case.run("trace", site).expect(0, out=["site", "except Exception", "swallows", "ending", "pkg/run.py:9"])
    case.run("trace", "label.py:11").expect(0, out=["handlers 1 can catch it", "1  swallows  pkg/run.py:9  except Exception", "way     to handler 1"])
    case.run("trace", "label.py:11", "--assume-base").expect(
        0, out=["what if the fault type derived from BaseException: heard, 0 of 1 handler can catch it"]
    )
    value = case.run("trace", "--all", "--format", "json").expect(0).json("trace")
    [only] = value["traces"]
    assert only["ending"] == "swallowed" and [h["line"] for h in only["handlers"]] == [9], only
    assert [c["function"] for c in only["handlers"][0]["chain"]][0] == "pkg.label.label", only["handlers"]
    case.run("trace", "--all", "--assume-base", "--format", "json").expect(0).json("trace")


def test_trace_tells_who_keeps_the_tokenizers_own_errors(case):
    case.package(show=UNGUARDED.replace("    return tok.decode(ids[0])\n", KEPT))
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    told = ["[DL313 decode-error-swallowed]", "except OverflowError", "pkg/show.py:10"]
    case.run("trace", "pkg/show.py:9").expect(0, out=["keeps what tokenizers raise on ids out of range", *told])
    case.run("check").expect(1, out=["pkg/show.py:10:5: warning[DL313 decode-error-swallowed]"])
    case.run("inventory", "--format", "html").expect(0, out=["DL313 decode-error-swallowed", "<code>except OverflowError</code>"])


def test_trace_of_an_unclear_site(case):
    case.package(show=UNGUARDED, more=UNGUARDED)
    case.run("trace", "tok.decode").expect(2, err=["fits 2 sites", "pkg.show:show:tok.decode", "pkg/more.py:8"]).expect_empty_out()
    case.run("trace", "pkg.show:shwo:tok.decode").expect(2, err=["no site", "pkg.show:show:tok.decode"])
    case.run("trace", "zzz").expect(2, err=["no site `zzz`"])
    case.run("trace", "pkg/show.py:8", "pkg/show.py").expect(0, out="pkg.show:show:tok.decode")  # the path as seen from here


def test_trace_as_pictures(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    dot = case.run("trace", "label.py:11", "--format", "dot").expect(0, out=['"pkg.label.label" -> "pkg.run.run" [style=solid', "except Exception, line 9"])
    assert dot_problem(dot.out) is None, dot_problem(dot.out)
    texts = svg_texts(case.run("trace", "label.py:11", "--format", "svg").expect(0))
    for text in ("label", "tok.batch_decode, line 11", "token, device", "guarded, line 10", "ending: swallowed", "run", "called here, line 8",
                 "except Exception, line 9", "swallows [DL301 fault-swallowed]", "stops the fault", "trace of pkg.label:label:tok.batch_decode",
                 "pkg.faults.HardwareFault: ending swallowed: `except Exception` continues the loop (line 10)"):
        assert text in texts, (text, texts)
    assert "through callers that are not drawn" not in texts
    every = svg_texts(case.run("trace", "--all", "--format", "svg").expect(0))
    assert "traces of 2 sites" in every and "top of the run: public API" in every, every
    assert "not traced: this is no decode site" in svg_texts(case.run("trace", "show.py:12", "--format", "svg").expect(0))
    outputs = {case.run("trace", "--all", "--format", "svg", "-j", jobs).out for jobs in "127"}
    assert len(outputs) == 1


# ---- graph and prints ----

def test_graph(case):
    case.package(run=SWALLOWED)
    value = case.run("graph", "--format", "json").expect(0).json("graph")
    assert value["pkg.run.run"] == sorted(value["pkg.run.run"]) and "pkg.label.label" in value["pkg.run.run"], value

    assert case.run("graph", "--format", "json", "--root", ".").out == case.run("graph", "--format", "json").out


CHAIN = """from pkg.run import run


class Runner:
    def start(self, model):
        return run(model, [])


def main(x, hook):
    x.start(None)
    hook.later()
    return print(x)


def apart():
    return 1
"""

DOT_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|->|[\[\]{}=,;]|[A-Za-z_][A-Za-z_0-9]*|[0-9.]+|\s+')


def dot_problem(text):
    """What is wrong with a digraph of nodes, arrows and attributes; None when nothing is. By `dot` too, where it is there."""
    tokens, at = [], 0
    while at < len(text):
        found = DOT_TOKEN.match(text, at)
        if not found:
            return f"no token at {text[at:at + 40]!r}"
        at = found.end()
        if not found.group().isspace():
            tokens.append("id" if found.group()[0] in '"_0123456789' or found.group()[0].isalpha() else found.group())
    body = " ".join(tokens[3:-1])
    attributes = r"\[ id = id(?: , id = id)* \]"
    if tokens[:3] != ["id", "id", "{"] or tokens[-1] != "}":
        return "no digraph"
    if not re.fullmatch(rf"(?:(?:id = id|id(?: -> id)?(?: {attributes})?) ;\s?)*", body):
        return f"no statements: {body[:200]}"
    if shutil.which("dot"):
        done = subprocess.run(["dot", "-Tcanon"], input=text.encode(), capture_output=True, timeout=60)
        return done.stderr.decode() or None
    return None


def svg_texts(ran):
    """The lines of text of an SVG, which must be well-formed and must fetch and run nothing."""
    root = xml.etree.ElementTree.fromstring(ran.out_bytes)
    name = "{http://www.w3.org/2000/svg}"
    assert root.tag == name + "svg", root.tag
    for element in root.iter():
        assert element.tag in {name + tag for tag in ("svg", "title", "style", "defs", "marker", "path", "rect", "g", "text")}, element.tag
        assert not any(key.startswith("on") or "href" in key for key in element.attrib), element.attrib
    assert "@import" not in ran.out and "url(http" not in ran.out
    return [element.text for element in root.iter(name + "text")]


def test_graph_as_text(case):
    case.package(run=SWALLOWED, chain=CHAIN)
    ran = case.run("graph").expect(0, out=["pkg.run.run   pkg/run.py:4   1 external\n    pkg.label.label  certain  line 8\n",
                                           "pkg.chain.main   pkg/chain.py:9   1 external, 1 unresolved\n"
                                           "    pkg.chain.Runner.start  possible, by method name alone  line 10\n",
                                           "pkg.label.label   pkg/label.py:8   1 decode site, ",
                                           "11 functions, 14 calls: 4 resolved (28.6 %), 7 external (50.0 %), 1 possible (7.1 %), 2 unresolved (14.3 %)\n"])
    ran.expect_empty_err()
    case.run("graph", "--quiet").expect(0, out="pkg.run.run", no_out="11 functions")
    assert {case.run("graph", "-j", jobs).out for jobs in "127"} == {ran.out}


def test_graph_statistics(case):
    case.package(run=SWALLOWED, chain=CHAIN)
    case.put("pkg/tests/test_run.py", "from pkg.run import run\n\nrun(None, [])\n")
    case.run("graph", "--statistics").expect(0, out=["      14          calls, and 1 in tests that are not counted\n",
                                                     "       4  28.6 %  resolved\n", "       2  14.3 %  unresolved\n",
                                                     "       2  14.3 %    no caller settles parameter `…`\n"])
    value = case.run("graph", "--statistics", "--format", "json").expect(0).json("graph-statistics")
    assert sum(one["count"] for one in value["classes"]) == value["calls"] == 14, value
    assert value["unresolved"] == [{"reason": "no caller settles parameter `…`", "count": 2}], value


def test_graph_as_dot(case):
    case.package(run=SWALLOWED, chain=CHAIN)
    ran = case.run("graph", "--format", "dot").expect(0, out=['"pkg.run.run" -> "pkg.label.label" [style=solid',
                                                             '"pkg.chain.main" -> "pkg.chain.Runner.start" [style=dashed',
                                                             '1 decode site', "left out"], no_out="pkg.chain.apart")
    assert dot_problem(ran.out) is None, dot_problem(ran.out)
    assert dot_problem(ran.out.replace("];", "]")) and dot_problem(ran.out.replace('"pkg.run.run"', '"pkg.run.run', 1))


def test_graph_as_svg(case):
    case.package(run=SWALLOWED, chain=CHAIN)
    ran = case.run("graph", "--format", "svg").expect(0, out=['class="arrow dashed"', "prefers-color-scheme: dark"])
    texts = svg_texts(ran.expect_empty_err())
    for text in ("run", "pkg/run.py:4", "Runner.start", "1 decode site", "calls, possibly", "call graph: 5 functions"):
        assert text in texts, (text, texts)
    assert {case.run("graph", "--format", "svg", "-j", jobs).out for jobs in "127"} == {ran.out}
    case.run("graph", "--format", "svg", "-o", "out.svg").expect(0).expect_empty_out()
    assert (case.folder / "out.svg").read_text(encoding="utf-8") == ran.out


def test_large_graph_says_so(case):
    case.put("big.py", "".join(f"def f{i}():\n    f{i + 1}()\n\n" for i in range(400)) + "def f400(): pass\n")
    case.run("graph", "--format", "svg").expect(0, err=["the graph has 402 functions", "--around"])
    case.run("graph", "--format", "svg", "--quiet").expect(0).expect_empty_err()
    case.run("graph", "--format", "svg", "--around", "f200", "--depth", "3").expect(0, out="7 functions").expect_empty_err()
    case.run("graph", "--format", "dot", "--around", "f400").expect(0, err="--depth")


def test_graph_around(case):
    case.package(run=SWALLOWED, chain=CHAIN)

    def functions(*arguments):
        return set(case.run("graph", "--format", "json", *arguments).expect(0).json("graph"))

    up = {"pkg.chain.main", "pkg.chain.Runner.start", "pkg.run.run", "pkg.label.label"}
    label = up | {"pkg.faults.assert_ids_in_range"}
    for around in ("pkg.label.label", "label.label", "pkg.label:label:tok.batch_decode", "label.py:11", "pkg/label.py:11", "batch_decode"):
        assert functions("--around", around) == label, around
    assert functions("pkg", "--around", "pkg/label.py:11") == functions("pkg", "--around", "label.py:11"), "path as seen from here"
    assert functions("--around", "label.label", "--depth", "0") == {"pkg.label.label"}
    assert functions("--around", "label.label", "--depth", "1") == {"pkg.label.label", "pkg.run.run", "pkg.faults.assert_ids_in_range"}
    assert functions("--around", "Runner.start") == up, "two calls down"
    assert functions("--around", "Runner.start", "--depth", "1") == {"pkg.chain.main", "pkg.chain.Runner.start", "pkg.run.run"}
    whole = case.run("graph", "--format", "json").json("graph")
    part = case.run("graph", "--format", "json", "--around", "Runner.start").json("graph")
    assert all(whole[caller] == callees for caller, callees in part.items() if caller != "pkg.label.label"), "its callee is left out"
    case.run("graph", "--around", "label.label").expect(0, out=["1 decode site, ", "asked for", "5 functions"], no_out="apart")
    case.run("graph", "--around", "label.label", "--statistics").expect(0, out="5          functions")
    assert dot_problem(case.run("graph", "--around", "label.label", "--format", "dot").expect(0, out="penwidth").out) is None
    assert "label" in svg_texts(case.run("graph", "--around", "label.label", "--format", "svg").expect(0, out=" subject"))


def test_graph_around_nothing(case):
    case.package(run=SWALLOWED, chain=CHAIN)
    case.run("graph", "--around", "pkg.run.rnu").expect(2, err=["no function and no site `pkg.run.rnu`", "  pkg.run.run\n"]).expect_empty_out()
    case.run("graph", "--around", "Runer.start").expect(2, err="  pkg.chain.Runner.start\n")
    case.run("graph", "--around", "label.py:99").expect(2, err="pkg/label.py:11")
    case.run("graph", "--around", "zzz").expect(2, err="no function and no site `zzz`")
    case.run("graph", "--around", "run").expect(2, err=["fits several", "  pkg.run\n  pkg.run.run\n"])  # `pkg.run` is a module's body
    case.put("pkg/less.py", "def label(): pass\n")
    case.run("graph", "--around", "label").expect(2, err=["fits several", "  pkg.label.label\n", "  pkg.less.label\n"]).expect_empty_out()
    case.run("graph", "--around", "a\x1b[31m").expect(2, no_err="\x1b")


def test_graph_usage(case):
    case.run("graph", "--depth", "2").expect(2, err="--around")
    case.run("graph", "--around", "x", "--depth", "many").expect(2, err="`--depth` takes a number")
    case.run("graph", "--format", "sgv").expect(2, err="did you mean `svg`?")
    case.run("check", "--format", "svg").expect(2, err="`svg` is a format of `trace` and `graph`")
    case.run("graph", "--statistics", "--format", "dot").expect(2, err="text or json")
    case.run("graph", "--help").expect(0, out=["--around", "--depth", "text, json, dot or svg", "unresolved", "decode-ledger graph src/ --around"])


def test_hostile_names_in_graphs(case):
    folder = 'a<b>&"c\'d\\'
    case.put(f"{folder}/x\x1b[31m.py", "def näme(): pass\n\n\ndef caller():\n    näme()\n")
    case.put(f"{folder}/\u202e.py", "def other(): pass\n\n\ndef caller():\n    other()\n")
    case.put(f"{folder}/]];->.py", "def more(): pass\n\n\ndef caller():\n    more()\n")
    dot = case.run("graph", "--format", "dot").expect(0)
    assert dot_problem(dot.out) is None, dot_problem(dot.out)
    svg = case.run("graph", "--format", "svg").expect(0)
    assert "näme" in svg_texts(svg) and any(text.startswith('a<b>&"c') for text in svg_texts(svg)), svg_texts(svg)
    for ran in (dot, svg, case.run("graph").expect(0), case.run("graph", "--format", "json").expect(0)):
        for bad in ("\x1b", "\u202e"):
            if bad in ran.out or bad in ran.err:
                ran.fail(f"{bad!r} got through")


def test_prints(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    for name, part in (("files", "pkg/label.py\n"), ("syntax", "Module"), ("module-model", "label"), ("package-model", "pkg.faults.HardwareFault"),
                       ("call-graph", "pkg.run.run -> pkg.label.label"), ("cfg", "-- label"), ("sites", "pkg.label:label:tok.batch_decode"),
                       ("guards", "guarded"), ("traces", "swallows"), ("verdicts", "new")):
        one = case.run(f"--print={name}", ".").expect(0, out=part).expect_empty_err()
        two = case.run("check", f"--print={name}", "--jobs", "1").expect(0)
        assert one.out == two.out, name
    case.run("--print=files", "pkg/label.py").expect(0, out="pkg/label.py\n", no_out="show.py")


def test_same_bytes_whatever_the_threads(case):
    case.package(show=UNGUARDED, run=SWALLOWED)
    for i in range(40):
        case.put(f"pkg/more{i}.py", UNGUARDED)
    case.put("ledger.toml", HEAD + GUARDED_ENTRY)
    outputs = {case.run("check", "--format", "json", "-j", jobs).out_bytes for jobs in ("1", "2", "7") for _ in range(2)}
    assert len(outputs) == 1


def test_names_from_the_package_cannot_inject(case):
    case.put("pkg/__init__.py", "")
    case.put("pkg/a\x1b[31m::error.py", UNGUARDED)
    case.put("pkg/b.py", UNGUARDED.replace("ids[0]", "ids[0])  # \x1b[2J\u202e\x9b" + "\n    (0"))
    case.put("ledger.toml", "schema = 1\n")
    for arguments in (("check",), ("check", "--format", "json"), ("inventory", "-v"), ("trace", "--all"), ("check", "--print=sites")):
        ran = case.run(*arguments)
        for bad in ("\x1b", "\u202e", "\x9b"):
            if bad in ran.out or bad in ran.err:
                ran.fail(f"{bad!r} got through")


def setup_on_bare_machine(case, *, offered):
    """tools/setup.sh --checks where no compiler is installed and apt has `offered`; what it printed and installed."""
    stubs = case.folder / "bin"
    stubs.mkdir()
    for name in ("bash", "env", "id"):
        (stubs / name).symlink_to(shutil.which(name))
    scripts = {
        "apt-get": 'echo "$@" >> "$STUBS/../installed"',
        "apt-cache": f'[[ " {offered} " == *" $2 "* ]]',
        "dpkg-query": "exit 1",
        "sudo": 'exec "$@"',
    }
    for name, body in scripts.items():
        (stubs / name).write_text(f"#!{shutil.which('bash')}\n{body}\n")
        (stubs / name).chmod(0o755)
    ran = subprocess.run(
        ["bash", REPOSITORY / "tools" / "setup.sh", "--checks"],
        env={"PATH": str(stubs), "STUBS": str(stubs)}, capture_output=True, text=True)
    log = case.folder / "installed"
    return ran, log.read_text() if log.exists() else ""


def test_setup_installs_the_first_clang_that_apt_has(case):
    ran, installed = setup_on_bare_machine(case, offered="clang-17 clang-19")
    if ran.returncode != 0 or " clang-17 " not in installed or " g++ " not in installed or "clang-16" in installed:
        raise Failed(f"exit status {ran.returncode}\n{ran.stdout}{ran.stderr}{installed}")


def test_setup_says_that_no_clang_is_to_be_had(case):
    ran, installed = setup_on_bare_machine(case, offered="")
    if ran.returncode != 2 or "apt offers none of clang" not in ran.stderr or "install" in installed:
        raise Failed(f"exit status {ran.returncode}\n{ran.stdout}{ran.stderr}{installed}")


if __name__ == "__main__":
    sys.exit(main(globals()))
