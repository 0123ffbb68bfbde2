#!/usr/bin/env python3
"""Each output format, read back by programs that others wrote and by our own schemas.

usage: run.py [PROGRAM] [-k WORD]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

Each test is a function `test_…` that gets a Case, as in tests/cli/run.py, whose last line is printed here too. The
validators are npm packages, pinned by package-lock.json and installed below this folder when they are missing, and
Debian's cmark-gfm and libxml2-utils. Before a validator's word counts, a test shows that it refuses a broken document.
"""
import hashlib
import html.parser
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
MODULES = HERE / "node_modules"


def load(path):
    spec = importlib.util.spec_from_file_location("cli_run", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


cli = load(HERE.parent / "cli" / "run.py")
Failed = cli.Failed
REPOSITORY = cli.REPOSITORY


# ---- the validators ----

def install_validators():
    """npm ci, unless what is there came from this lock file."""
    wanted = hashlib.sha256((HERE / "package-lock.json").read_bytes()).hexdigest()
    stamp = MODULES / ".decode-ledger-lock"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=HERE, check=True,
                   stdout=subprocess.DEVNULL)
    # What the package's own script would do.
    for program in MODULES.glob("@microsoft/sarif-multitool-*/Sarif.Multitool"):
        program.chmod(0o755)
    stamp.write_text(wanted)


def need(program, package):
    if shutil.which(program) is None:
        raise Failed(f"{program} is missing: run tools/setup.sh --checks, or install {package}")


def rdformat_problems(case, text):
    path = case.put("out.rdjson", text)
    done = subprocess.run(["node", MODULES / "@umbrelladocs/rdformat-validator/bin/rdformat-validator.js", "--strict",
                           "--no-extra-fields", path], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


class Page(html.parser.HTMLParser):
    """What a browser would make of a page: its elements, the cells of its tables, and the text that is no code."""

    def __init__(self):
        super().__init__()
        self.elements, self.open, self.rows, self.bare = [], [], [], []
        self.summaries = []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "summary":
            self.summaries.append("")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise Failed(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        if "summary" in self.open:
            self.summaries[-1] += data
        if not {"code", "pre"} & set(self.open):
            self.bare.append(data)

    def handle_comment(self, data):
        raise Failed(f"a comment: {data!r}")


def rendered(markdown):
    need("cmark-gfm", "cmark-gfm")
    done = subprocess.run(["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist"],
                          input=markdown.encode(), capture_output=True, check=True)
    page = Page()
    page.feed(done.stdout.decode("utf-8"))
    page.close()
    if page.open:
        raise Failed(f"left open: {page.open}")
    return page


# Elements of our own pages. No link, no image: whatever has one was made by the analysed package.
PLAIN_ELEMENTS = {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "details", "summary", "ul", "li"}
# What GitHub or GitLab would make something of outside code: mentions, issues, links, math, emoji.
LIVE_TEXT = re.compile(r"[@#!~$&%^\\<>\[\]]|://|www\.|:[a-z0-9_+-]+:")


def expect_plain(page):
    for tag, attributes in page.elements:
        if tag not in PLAIN_ELEMENTS or set(attributes) - {"lang", "class"}:
            raise Failed(f"the page has {tag} with {attributes}")
    for text in page.bare:
        if LIVE_TEXT.search(text):
            raise Failed(f"live text outside code: {text!r}")


# ---- packages ----

def shown(path):
    """A path as reports for people have it: what moves a cursor or cannot be seen is written out."""
    out = ""
    for c in os.fsencode(path).decode("utf-8", "surrogateescape"):
        if 0xdc80 <= ord(c) <= 0xdcff:
            out += f"\\x{ord(c) - 0xdc00:02x}"
        elif c in "\n\r\t":
            out += {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[c]
        elif ord(c) < 0x20 or 0x7f <= ord(c) < 0xa0:
            out += f"\\x{ord(c):02x}"
        elif unicodedata.category(c) == "Cf":
            out += f"\\u{{{ord(c):x}}}"
        else:
            out += c
    return out


HOSTILE_NAMES = [
    b"pkg/a\x1b[31m::error.py", b"pkg/new\nline.py", b"pkg/re\r\nturn.py", b"pkg/quo\"te's.py", b"pkg/pi|pe.py", b"pkg/pi\\|pe.py",
    b"pkg/back`tick``s.py", b"pkg/<script>alert(1)</script>.py", b"pkg/bad\xff.py", "pkg/bi\u202edi.py".encode(),
    "pkg/ünï🐍.py".encode(), b"pkg/[click](http:evil).py", b"pkg/![i](x.png).py", b"pkg/&lt;&amp;.py", b"pkg/]]>.py",
    b"pkg/<!-- x.py", b"pkg/--> y.py", b"pkg/a,b;c.py", b"pkg/%0A::error::x.py", b"pkg/100%.py", b"pkg/__init__x__.py",
    b"pkg/</details><h1>x.py", b"pkg/www.evil.example.py", b"pkg/a b.py", b"pkg/\"\"\".py", b"pkg/\\n.py", b"pkg/:tada:.py",
    b"=cmd|' !A0.py", b"@SUM(1).py", b"+1.py", b"-1.py", b"\t=x.py", b"::error title=x::boom.py", b"::stop-commands::x.py",
    b"#1.py", b"/close".replace(b"/", b"%2Fclose ") + b".py", b"1. x.py", b"``` x.py", b"\xef\xbf\xbe.py",
]

# A decode whose receiver, and with it the text of the call, holds what each format gives a meaning.
HOSTILE_CALL = '''from transformers import AutoTokenizer


def show(model, batch):
    ids = model.generate(batch)
    return AutoTokenizer.from_pretrained({literal}).decode(ids[0])
'''
HOSTILE_LITERALS = [
    "'</code></td><script>alert(1)</script>'", "'`](http://evil.example) @org/team #1 ![x](y) $x$ '", "'a | b \\\\| c'",
    "'::error::x'", "'\\n::error::x'", "'%0A::error file=a::x'", "'=cmd|calc'", "'\x1b[2J\u202e\x9b'", "']]><!-- -->'", "'```'",
    "'[x[y](1)]\\\\](2)'", "'~~~ * _ # & &amp; <!-- {{ x }} ${{ x }}'",
]


def hostile_package(case):
    """Returns the paths with a finding."""
    for name in HOSTILE_NAMES:
        case.put(os.fsdecode(name), cli.UNGUARDED)
    for number, literal in enumerate(HOSTILE_LITERALS):
        case.put(f"pkg/call{number}.py", HOSTILE_CALL.format(literal=literal))
    case.put("ledger.toml", "schema = 1\n")
    return sorted([os.fsdecode(name) for name in HOSTILE_NAMES] +
                  [f"pkg/call{number}.py" for number in range(len(HOSTILE_LITERALS))])


def package(case):
    """Findings of every kind: errors, warnings and notes, in code and in the ledger, with a chain and without."""
    case.package(show=cli.UNGUARDED, run=cli.SWALLOWED)
    case.put("pkg/wide.py", 'é = "é🐍"; import transformers; tok = transformers.AutoTokenizer.from_pretrained("m"); '
                            'a = "é🐍".strip() + tok.decode(é)\n')
    case.put("pkg/broken.py", "def f(:\n    pass\n")
    case.put("pkg/latin.py", b"x = '\xe9'\n")
    case.put("ledger.toml", cli.HEAD + cli.GUARDED_ENTRY + '\n[[site]]\nmodule = "pkg.gone"\nscope = "f"\n'
             'call = "tok.decode"\nstatus = "exempt"\ncategory = "host-ids"\nreason = "x"\n')


def findings(case):
    return json.loads(case.run("check", "--format", "json").out)["findings"]


def expect_no_live_bytes(ran):
    """No control character but the line end, no override, nothing but UTF-8."""
    try:
        text = ran.out_bytes.decode("utf-8")
    except UnicodeDecodeError as error:
        ran.fail(f"no UTF-8: {error}")
    for c in text:
        if c != "\n" and unicodedata.category(c) in ("Cc", "Cf"):
            ran.fail(f"{c!r} got through")


# ---- rdjson ----

def rdjson(case, *arguments):
    ran = case.run("check", "--format", "rdjson", *arguments)
    problems = rdformat_problems(case, ran.out)
    if problems:
        ran.fail(problems)
    return json.loads(ran.out)


def test_the_rdjson_validator_refuses(case):
    good = {"source": {"name": "x"}, "diagnostics": [{"message": "m", "location": {"path": "p"}, "severity": "ERROR"}]}
    if rdformat_problems(case, json.dumps(good)):
        raise Failed("it refuses a good document")
    for key, bad in (("severity", "error"), ("location", {"path": "p", "range": {"start": {"column": 1}}}), ("level", "x")):
        broken = {**good, "diagnostics": [{**good["diagnostics"][0], key: bad}]}
        if not rdformat_problems(case, json.dumps(broken)):
            raise Failed(f"it takes {key} = {bad}")


def test_rdjson(case):
    package(case)
    document = rdjson(case)
    expected = findings(case)
    if [d["code"]["value"] for d in document["diagnostics"]] != [f["code"] for f in expected]:
        raise Failed("other findings than json has")
    severities = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}
    for diagnostic, finding in zip(document["diagnostics"], expected):
        if diagnostic["severity"] != severities[finding["level"]] or diagnostic["location"]["path"] != finding["file"]:
            raise Failed(f"{diagnostic} is not {finding}")
    swallowed = next(d for d in document["diagnostics"] if d["code"]["value"] == "DL301")
    if [place["message"] for place in swallowed["related_locations"]][:2] != ["guard, raises HardwareFault", "decode site"]:
        raise Failed(f"the chain is {swallowed['related_locations']}")


def test_rdjson_columns_are_bytes(case):
    package(case)
    line = (case.folder / "pkg/wide.py").read_bytes()
    [diagnostic] = [d for d in rdjson(case)["diagnostics"] if d["location"]["path"] == "pkg/wide.py"]
    begin, end = (diagnostic["location"]["range"][end]["column"] - 1 for end in ("start", "end"))
    if line[begin:end] != b"decode":
        raise Failed(f"the range is {line[begin:end]!r}")


def test_rdjson_of_nothing(case):
    case.package()
    case.put("ledger.toml", cli.HEAD + cli.GUARDED_ENTRY)
    if rdjson(case)["diagnostics"]:
        raise Failed("there are findings")


def test_rdjson_hostile(case):
    paths = hostile_package(case)
    document = rdjson(case)
    expected = sorted(os.fsencode(path).decode("utf-8", "replace") for path in paths)
    if sorted(d["location"]["path"] for d in document["diagnostics"]) != expected:
        raise Failed("other paths")
    for diagnostic in document["diagnostics"]:
        page = rendered(diagnostic["message"])
        expect_plain(page)
        if any(c != "\n" and unicodedata.category(c) in ("Cc", "Cf") for c in diagnostic["message"]):
            raise Failed(f"{diagnostic['message']!r}")


# ---- markdown ----

def markdown_page(case, command, *arguments):
    ran = case.run(command, "--format", "markdown", *arguments)
    expect_no_live_bytes(ran)
    page = rendered(ran.out)
    expect_plain(page)
    return ran, page


def test_the_markdown_check_refuses(case):
    for bad in ("[x](y)", "![x](y)", "<b>x</b>", "see @org/team", "fixes #1", "http://evil.example", "a *b* c", "<!-- x -->", "# x"):
        try:
            expect_plain(rendered(bad))
        except Failed:
            continue
        raise Failed(f"it takes {bad!r}")


def test_markdown(case):
    package(case)
    ran, page = markdown_page(case, "check")
    expected = findings(case)
    levels = [row[0] for row in page.rows[1:]]
    if levels != sorted(levels, key=["error", "warning", "note"].index):
        ran.fail("the most important are not first")
    places = sorted(f"{f['file']}:{f['line']}:{f['column']}" for f in expected)
    if sorted(row[1] for row in page.rows[1:]) != places or len(page.summaries) != len(expected):
        ran.fail("other places than json has")
    ran.expect(1, out=("### decode-ledger: ", "### decode-ledger: 6 errors\n\n3 sites: ", "- way: `label:10 ← run:8 ⟶ except Exception:9: continues the loop (line 10)`",
                       "   |         ^^^^^^^^^^^^^^^^"))


def test_markdown_of_nothing(case):
    case.package()
    case.put("ledger.toml", cli.HEAD + cli.GUARDED_ENTRY)
    ran, page = markdown_page(case, "check")
    ran.expect(0, out="### decode-ledger: no findings\n\n1 site: 1 guarded (1 heard), 0 exempt, 0 todo, 0 new; 3 files\n")


def test_markdown_hostile(case):
    paths = hostile_package(case)
    for command in ("check", "inventory"):
        ran, page = markdown_page(case, command)
        cell = 1 if command == "check" else 0
        found = sorted(re.sub(r":\d+:\d+$", "", row[cell]) for row in page.rows[1:])
        if found != sorted(shown(path) for path in paths):
            ran.fail(f"other paths: {set(found) ^ set(shown(path) for path in paths)}")
        if any(len(row) != len(page.rows[0]) for row in page.rows):
            ran.fail("a row has more or fewer cells")


def test_markdown_fits_a_comment(case):
    for number in range(700):
        case.put(f"pkg/m{number}.py", cli.UNGUARDED)
    case.put("ledger.toml", "schema = 1\n")
    ran, page = markdown_page(case, "check")
    if len(ran.out_bytes) > 65536:
        ran.fail(f"{len(ran.out_bytes)} bytes")
    left = re.search(r"(\d+) more findings and the code of 700 did not fit here", "".join(page.bare))
    if not left or int(left.group(1)) + len(page.rows) - 1 != 700:
        ran.fail("the rest is miscounted")


def test_markdown_inventory(case):
    package(case)
    ran, page = markdown_page(case, "inventory")
    if page.rows[0] != ["place", "call", "function", "receiver", "ids", "guard", "fault", "ledger"]:
        ran.fail(f"the table's head is {page.rows[0]}")
    if ["pkg/label.py:11:16", "tok.batch_decode", "label", "token", "device", "guarded", "swallowed", "guarded"] not in page.rows:
        ran.fail("the guarded site is not there")
    (case.folder / "ledger.toml").unlink()
    ran, page = markdown_page(case, "inventory")
    if len(page.rows[0]) != 7 or any(len(row) != 7 for row in page.rows):
        ran.fail("there is no ledger to tell of")


if __name__ == "__main__":
    install_validators()
    sys.exit(cli.main(globals()))
