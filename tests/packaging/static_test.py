"""What `cmake --install` lays out of the preset `static`: one program that asks nothing of the machine, and its pages."""
import os
import re

from case import REPOSITORY, Failed, installed, run


def test_static_program_needs_nothing(case):
    program = installed() / "bin/decode-ledger"
    kind = run("file", "-b", program).expect().out
    if "static-pie linked" not in kind:
        raise Failed(kind)
    assert "static-pie" not in run("file", "-b", os.path.realpath("/bin/bash")).out
    case.run("env", "-i", program, "--version").expect(0, out="decode-ledger ")
    case.run("env", "-i", program, "check", folder=REPOSITORY).expect(1, out="DL302")
    assert "NEEDED" not in run("readelf", "-d", program).expect().out


def test_static_program_allocates_with_jemalloc(case):
    told = "Begin jemalloc statistics"
    statistics = {"MALLOC_CONF": "stats_print:true"}
    case.run(installed() / "bin/decode-ledger", "--version", environment=statistics).expect(0, err=told)
    case.run("/bin/true", environment=statistics).expect(0, no_err=told)


def test_static_program_says_what_the_other_says(case):
    """Of the same package, byte by byte."""
    for command in (["check"], ["inventory", "--all"], ["rules"], ["man"]):
        one = case.run(installed() / "bin/decode-ledger", *command, folder=REPOSITORY)
        two = case.run(case.program, *command, folder=REPOSITORY)
        assert (one.status, one.out) == (two.status, two.out), command


def test_static_program_knows_the_common_encodings(case):
    """And says so of one that it does not know: its C library can load no tables."""
    case.put("ledger.toml", 'schema = 1\n[fault]\ntype = "pkg.a.Fault"\n')
    for encoding in ("utf-8", "latin-1", "iso-8859-15", "cp1252", "koi8-r"):
        text = f'# -*- coding: {encoding} -*-\nclass Fault(RuntimeError):\n    pass\nx = "\u00a0"\n'
        case.put("pkg/a.py", "").write_bytes(text.encode(encoding))
        ran = case.run(installed() / "bin/decode-ledger", "check", "pkg")
        if encoding == "koi8-r":
            ran.expect(1, out="DL402 file-not-read")
            case.run(case.program, "check", "pkg").expect(0)
        else:
            ran.expect(0)


def test_everything_is_installed_where_it_is_looked_for(case):
    del case
    laid_out = {str(path.relative_to(installed())) for path in installed().rglob("*") if path.is_file()}
    assert laid_out == {
        "bin/decode-ledger",
        "share/man/man1/decode-ledger.1",
        "share/bash-completion/completions/decode-ledger",
        "share/zsh/site-functions/_decode-ledger",
        "share/fish/vendor_completions.d/decode-ledger.fish",
        "share/doc/decode-ledger/copyright",
    }, laid_out


def test_licences_of_what_is_linked_go_with_it(case):
    del case
    told = (installed() / "share/doc/decode-ledger/copyright").read_text(encoding="utf-8")
    parts = re.findall(r"^The program contains (.*)\.$", told, re.MULTILINE)
    assert {"tree-sitter", "fmt", "jemalloc", "CLI11", "the GNU C library"} <= set(parts), parts
    for part in parts:
        text = told.split(f"The program contains {part}.")[1].split("The program contains")[0]
        assert re.search(r"copyright", text, re.IGNORECASE), f"{part} has no licence here"
