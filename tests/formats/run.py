#!/usr/bin/env python3
"""Each output format, read back by programs that others wrote and by our own schemas.

usage: run.py [PROGRAM] [-k WORD]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

Each test is a function `test_…` that gets a Case, as in tests/cli/run.py, whose last line is printed here too. The
validators are npm packages, pinned by package-lock.json and installed below this folder when they are missing, and
Debian's cmark-gfm and libxml2-utils. Before a validator's word counts, a test shows that it refuses a broken document.
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unicodedata
import urllib.parse
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
MODULES = HERE / "node_modules"


sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import suite  # noqa: E402
from npm_modules import npm_modules  # noqa: E402
from suite import Failed, REPOSITORY  # noqa: E402


# ---- the validators ----

def install_validators():
    """What package-lock.json names; npm's own scripts would do the rest."""
    for program in npm_modules(HERE).glob("@microsoft/sarif-multitool-*/Sarif.Multitool"):
        program.chmod(0o755)


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
        elif ord(c) < 0x20 or ord(c) == 0x7f:
            out += f"\\x{ord(c):02x}"
        elif unicodedata.category(c) in ("Cc", "Cf"):
            out += f"\\u{{{ord(c):x}}}"
        else:
            out += c
    return "\\x3a" + out[1:] if out.startswith("::") else out


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
        case.put(os.fsdecode(name), suite.UNGUARDED)
    for number, literal in enumerate(HOSTILE_LITERALS):
        case.put(f"pkg/call{number}.py", HOSTILE_CALL.format(literal=literal))
    case.put("ledger.toml", "schema = 1\n")
    return sorted([os.fsdecode(name) for name in HOSTILE_NAMES] +
                  [f"pkg/call{number}.py" for number in range(len(HOSTILE_LITERALS))])


def package(case):
    """Findings of every kind: errors, warnings and notes, in code and in the ledger, with a chain and without."""
    case.package(show=suite.UNGUARDED, run=suite.SWALLOWED)
    case.put("pkg/wide.py", 'é = "é🐍"; import transformers; tok = transformers.AutoTokenizer.from_pretrained("m"); '
                            'a = "é🐍".strip() + tok.decode(é)\n')
    case.put("pkg/broken.py", "def f(:\n    pass\n")
    case.put("pkg/latin.py", b"x = '\xe9'\n")
    case.put("ledger.toml", suite.HEAD + suite.GUARDED_ENTRY + '\n[[site]]\nmodule = "pkg.gone"\nscope = "f"\n'
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
    case.put("ledger.toml", suite.HEAD + suite.GUARDED_ENTRY)
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
    case.put("ledger.toml", suite.HEAD + suite.GUARDED_ENTRY)
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
        case.put(f"pkg/m{number}.py", suite.UNGUARDED)
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


# ---- sarif ----

def multitool(*arguments):
    [program] = MODULES.glob("@microsoft/sarif-multitool-linux/Sarif.Multitool")
    # Without this it looks for a library of time zones and languages that a small machine does not have.
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, env=environment)


# The tool has no page of its own to name (`informationUri`), and none is made up.
ACCEPTED_RULES = {"SARIF2005"}


def sarif_problems(case, text, levels=("error",)):
    """What the multitool's rules say of it, GitHub's among them; its exit status is 0 all the same."""
    source, told = case.put("out.sarif", text), case.folder / "told.sarif"
    done = multitool("validate", source, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note",
                     "-o", told, "--log", "ForceOverwrite")
    if not told.exists():
        raise Failed(f"no verdict: {(done.stdout + done.stderr)[:400]}")
    [run] = json.loads(told.read_text(encoding="utf-8-sig"))["runs"]
    failures = [n["message"]["text"] for i in run.get("invocations", []) for n in i.get("toolExecutionNotifications", [])
                if n.get("level") == "error"]
    return failures + sorted({(r["ruleId"], r.get("level", "warning")) for r in run["results"]
                              if r.get("level", "warning") in levels and r["ruleId"] not in ACCEPTED_RULES})


def sarif_schema_problems(document):
    [schema] = MODULES.glob("@microsoft/sarif-multitool-linux/sarif-2.1.0.json")
    return suite.json_schema.problems(document, json.loads(schema.read_text(encoding="utf-8-sig")))


def sarif(case, *arguments):
    """The run, in a document that every validator takes."""
    ran = case.run("check", "--format", "sarif", *arguments)
    if any(ord(c) > 126 for c in ran.out):
        ran.fail("the document is not plain ASCII")
    document = json.loads(ran.out)
    problems = sarif_schema_problems(document) + sarif_problems(case, ran.out, ("error", "warning"))
    if problems:
        ran.fail(problems[:5])
    [run] = document["runs"]
    for result in run["results"]:
        expect_github_takes(result, run)
    return run


def expect_github_takes(result, run):
    """What GitHub asks for and no rule of the multitool looks at."""
    [location] = result["locations"]
    for place in [location, *result.get("relatedLocations", [])]:
        artifact, region = place["physicalLocation"]["artifactLocation"], place["physicalLocation"]["region"]
        if artifact["uriBaseId"] not in run["originalUriBaseIds"] or re.search(r"^/|^[a-z]+:|\\.\\.", artifact["uri"]):
            raise Failed(f"{artifact} is not relative")
        if not re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", artifact["uri"]):
            raise Failed(f"{artifact} is not encoded")
        if region["startLine"] < 1 or region.get("endColumn", 1) < 1:
            raise Failed(f"{region} begins before the file")
    rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
    if rule["id"] != result["ruleId"]:
        raise Failed(f"{result['ruleId']} has the index of {rule['id']}")
    for text in (rule["shortDescription"]["text"], rule["fullDescription"]["text"]):
        if not 0 < len(text) <= 1024:
            raise Failed(f"a text of {rule['id']} has {len(text)} characters")
    if not rule["help"]["text"] or "helpUri" in rule or "](" in re.sub(r"```.*?```", "", rule["help"]["markdown"], flags=re.DOTALL):
        raise Failed(f"the help of {rule['id']} leads nowhere")


def message_parts(text):
    """What a viewer makes of a message: its text, and the links in it. By the grammar of SARIF 2.1.0, section 3.11.6."""
    plain, links, at = "", [], 0
    link = re.compile(r"\[((?:[^\\\[\]]|\\.)*)\]\(([^)]*)\)")
    while at < len(text):
        found = link.match(text, at)
        if text[at] == "\\" and at + 1 < len(text):
            plain += text[at + 1]
            at += 2
        elif found:
            links.append((re.sub(r"\\(.)", r"\1", found.group(1)), found.group(2)))
            plain += links[-1][0]
            at = found.end()
        else:
            plain += text[at]
            at += 1
    return plain, links


def path_of(result):
    return urllib.parse.unquote_to_bytes(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])


def test_the_sarif_validators_refuse(case):
    package(case)
    good = json.loads(case.run("check", "--format", "sarif").out)

    def broken(change):
        document = json.loads(json.dumps(good))
        change(document["runs"][0])
        return document

    for change in (lambda run: run["results"][0].pop("message"), lambda run: run.update(columnKind="bytes")):
        if not sarif_schema_problems(broken(change)):
            raise Failed("the schema takes a broken document")
    for change in (lambda run: run["results"][0].pop("locations"),
                   lambda run: run["results"][0]["locations"][0]["physicalLocation"]["region"].pop("startLine"),
                   lambda run: run["results"][0].update(ruleIndex=99)):
        if not sarif_problems(case, json.dumps(broken(change)), ("error", "warning")):
            raise Failed("the multitool takes a broken document")


def test_sarif(case):
    package(case)
    run = sarif(case)
    expected = findings(case)
    results = run["results"]
    if [(r["ruleId"], r["level"]) for r in results] != [(f["code"], f["level"]) for f in expected]:
        raise Failed("other findings than json has")
    for result, finding in zip(results, expected):
        region = result["locations"][0]["physicalLocation"]["region"]
        if finding["code"] == "DL402":
            continue
        place = [region["startLine"], region["startColumn"], region["endLine"]]
        if place != [finding["line"], finding["column"], finding["end_line"]] or path_of(result) != finding["file"].encode():
            raise Failed(f"{region} is not {finding}")
        if not finding["in_ledger"] and region["endColumn"] != finding["end_column"]:
            raise Failed(f"{region} is not {finding}")
        if not message_parts(result["message"]["text"])[0].startswith(finding["message"] + "."):
            raise Failed(f"{result['message']}")


def test_sarif_chain(case):
    package(case)
    [swallowed] = [r for r in sarif(case)["results"] if r["ruleId"] == "DL301"]
    [steps] = [flow["locations"] for code in swallowed["codeFlows"] for flow in code["threadFlows"]]
    told = [step["location"]["message"]["text"] for step in steps]
    if told != ["guard, raises HardwareFault", "decode site", "call of `label`", "swallowed here"]:
        raise Failed(f"the chain is {told}")
    text, links = message_parts(swallowed["message"]["text"])
    places = {str(place["id"]): place["message"]["text"] for place in swallowed["relatedLocations"]}
    if [(places[target], target) for _, target in links] != links or len(links) != len(places):
        raise Failed(f"the links are {links}")


def test_sarif_of_nothing(case):
    case.package()
    case.put("ledger.toml", suite.HEAD + suite.GUARDED_ENTRY)
    run = sarif(case)
    if run["results"] or run["tool"]["driver"]["rules"] or run["invocations"][0]["toolExecutionNotifications"]:
        raise Failed("there is something")


def test_sarif_hostile(case):
    paths = hostile_package(case)
    run = sarif(case)
    if sorted(path_of(r) for r in run["results"]) != sorted(os.fsencode(path) for path in paths):
        raise Failed("other paths")
    expected = {f["file"]: f for f in findings(case)}
    for result in run["results"]:
        finding = expected[path_of(result).decode("utf-8", "replace")]
        text, links = message_parts(result["message"]["text"])
        if any(not target.isdigit() for _, target in links):
            raise Failed(f"links to {links}")
        if not text.startswith(shown(finding["message"]) + "."):
            raise Failed(f"{text!r} is not {finding['message']!r}")


LINES = ["", "tok.decode(ids)", "tok.decode(ids)", " \ttok . decode(ids)  ", "\tx = 'é🐍 \u2028'", "tok.decode(ids)" * 9, "a\rb", "c\r\nd", "   ",
         "# \x00 \x0c", "tok.decode(ids)"]


def test_sarif_line_hashes(case):
    """Against the multitool, which computes what GitHub's action does."""
    head = "from transformers import AutoTokenizer\ntok = AutoTokenizer.from_pretrained('m')\n"
    texts = {"blank": "\n" * 30, "short": "x", "odd": "\n".join(LINES), "twins": "    y = 1\n" * 40, "ends": "y = 2\n" + " " * 150,
             "lone": "a = 1\r\rb = 2\r", "wide": "z = '" + "🐍" * 99 + "'\n", "long": "w = '" + "x" * 5000 + "'\n"}
    for name, text in texts.items():
        odd = "'''" + text + "'''\n" if name == "odd" else text
        case.put(f"pkg/{name}.py", (head + odd.rstrip(" ") + "\nprint(tok.decode(ids))\n" + odd +
                                    "\nprint(tok.decode(ids))\nprint(tok.decode(ids))").encode())
    case.put("ledger.toml", 'schema = 1\n\n[[site]]\nmodule = "pkg.gone"\nscope = "f"\ncall = "tok.decode"\nstatus = "todo"\n'
             '[[site]]\nmodule = "pkg.short"\nscope = "f"\ncall = "tok.decode"\nstatus = "todo"\n')
    run = sarif(case)
    ours = [r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]]
    if len(ours) < 3 * len(texts) + 2:
        raise Failed(f"{len(ours)} results")
    document = json.loads((case.folder / "out.sarif").read_text())
    for result in document["runs"][0]["results"]:
        del result["partialFingerprints"]
    document["runs"][0]["originalUriBaseIds"]["%SRCROOT%"]["uri"] = case.folder.as_uri() + "/"
    bare, rewritten = case.put("bare.sarif", json.dumps(document)), case.folder / "rewritten.sarif"
    done = multitool("rewrite", bare, "-o", rewritten, "--insert", "RollingHashPartialFingerprints")
    told = json.loads(rewritten.read_text(encoding="utf-8-sig"))["runs"][0]["results"]
    theirs = [(r.get("partialFingerprints") or {}).get("primaryLocationLineHash") for r in told]
    if theirs != ours:
        wrong = [(path_of(r), r["locations"][0]["physicalLocation"]["region"]["startLine"], a, b)
                 for r, a, b in zip(run["results"], ours, theirs) if a != b]
        raise Failed(f"ours and theirs: {wrong[:5]} {done.stdout}{done.stderr}")


def test_sarif_line_hashes_are_left_to_github_where_bytes_differ(case):
    case.put("pkg/mark.py", b"\xef\xbb\xbf" + suite.UNGUARDED.encode())
    case.put("pkg/latin.py", b"# -*- coding: latin-1 -*-\nx = '\xe9'\n" + suite.UNGUARDED.encode())
    case.put("pkg/plain.py", suite.UNGUARDED)
    case.put("ledger.toml", "schema = 1\n")
    for result in sarif(case)["results"]:
        if ("primaryLocationLineHash" in result["partialFingerprints"]) != (path_of(result) == b"pkg/plain.py"):
            raise Failed(f"{path_of(result)} has {result['partialFingerprints']}")


def test_our_fingerprint_outlives_edits_above(case):
    package(case)
    twice = suite.UNGUARDED.replace("    return tok", "    tok.decode(ids[1])\n    return tok")

    def ours():
        return [r["partialFingerprints"]["decodeLedger/v1"] for r in sarif(case)["results"]]

    case.put("pkg/show.py", twice)
    before = ours()
    added = "def added(model):\n    return tok.decode(model.generate()[0])\n\n\n"
    case.put("pkg/show.py", twice.replace("def show", "# more\n\n" + added + "def show"))
    after = ours()
    if len(set(after)) != len(before) + 1 or not set(before) < set(after):
        raise Failed(f"{before} became {after}")


def test_sarif_keeps_githubs_limits(case):
    """25,000 results and 1,000 locations of a result: the rest is told, not dropped in silence."""
    case.put("many.py", suite.UNGUARDED)
    entry = '[[site]]\nmodule = "many"\nscope = "gone{}"\ncall = "tok.decode"\nstatus = "todo"\n'
    case.put("ledger.toml", "schema = 1\n" + "".join(entry.format(number) for number in range(25001)))
    [run] = json.loads(case.run("check", "--format", "sarif").out)["runs"]
    told = [n["message"]["text"] for n in run["invocations"][0]["toolExecutionNotifications"]]
    if len(run["results"]) != 25000 or not any(text.startswith("2 of 25002 findings are left out") for text in told):
        raise Failed(f"{len(run['results'])} results, {told}")
    (case.folder / "many.py").unlink()
    case.package()
    case.put("pkg/many.py", suite.GUARDED.replace("    return", "    a =") + "    tok.batch_decode(ids)\n" * 1100 + "def run(model):\n    try:\n        label(model, 1)\n"
             "    except Exception:\n        pass\n")
    case.put("ledger.toml", suite.HEAD)
    [run] = json.loads(case.run("check", "--format", "sarif").out)["runs"]
    told = [n["message"]["text"] for n in run["invocations"][0]["toolExecutionNotifications"]]
    [swallowed] = [r for r in run["results"] if r["ruleId"] == "DL301"]
    if len(swallowed["relatedLocations"]) != 999 or len(told) != 1 or "related places" not in told[0]:
        raise Failed(f"{len(swallowed['relatedLocations'])} places, {told}")


# ---- github ----

def runner(text):
    """What GitHub's runner makes of a step's output: commands with their properties, and lines that are none.

    A line whose first characters are `::` is a command; `##[` anywhere begins one of the older kind. Nothing but %25,
    %0D, %0A, and in a property %3A and %2C, is taken back.
    """
    commands, lines = [], []
    for line in re.split(r"\r\n|\r|\n", text):
        found = re.fullmatch(r"::([a-z-]+)(?: (.*?))?::(.*)", line.strip())
        if not found:
            lines.append(line)
            continue
        properties = dict(part.split("=", 1) for part in (found.group(2) or "").split(",") if part)

        def taken_back(value, marks):
            for mark in marks:
                value = value.replace(f"%{ord(mark):02X}", mark)
            return value.replace("%25", "%")

        commands.append((found.group(1), {k: taken_back(v, "\r\n:,") for k, v in properties.items()}, taken_back(found.group(3), "\r\n")))
    return commands, lines


def github(case, environment=None):
    ran = case.run("check", "--format", "github", environment={"GITHUB_STEP_SUMMARY": "", **(environment or {})})
    expect_no_live_bytes(ran)
    commands, lines = runner(ran.out)
    if any(name not in ("error", "warning", "notice") for name, _, _ in commands) or "##[" in ran.out:
        ran.fail("another command")
    if len(lines) != 2 or lines[1] or not re.match(r"\d+ sites?: ", lines[0]):
        ran.fail(f"lines that are no command: {lines}")
    return ran, commands


def test_the_runner_is_played_right(case):
    commands, lines = runner("::error file=a%2Cb,line=1::x%0Ay%25\nplain\n  ::stop-commands::t")
    if commands != [("error", {"file": "a,b", "line": "1"}, "x\ny%"), ("stop-commands", {}, "t")] or lines != ["plain"]:
        raise Failed(f"{commands} {lines}")


def test_github(case):
    package(case)
    ran, commands = github(case)
    expected = findings(case)
    names = {"error": "error", "warning": "warning", "note": "notice"}
    wanted = sorted((names[f["level"]], f["file"], str(f["line"]), f"{f['code']} {f['name']}") for f in expected)
    if sorted((name, p["file"], p["line"], p["title"]) for name, p, _ in commands) != wanted:
        ran.fail("other findings than json has")
    levels = [name for name, _, _ in commands]
    if levels != sorted(levels, key=["error", "warning", "notice"].index) or commands[0][1]["title"] != "DL301 fault-swallowed":
        ran.fail("the most important are not first")
    [wide] = [p for _, p, _ in commands if p["file"] == "pkg/wide.py"]
    line = (case.folder / "pkg/wide.py").read_text(encoding="utf-8")
    if line[int(wide["col"]) - 1:int(wide["endColumn"]) - 1] != "decode":
        ran.fail(f"the range is {wide}")


def test_github_quiet(case):
    package(case)
    whole = case.run("check", "--format", "github").out
    quiet = case.run("check", "--format", "github", "--quiet").out
    if whole.splitlines()[:-1] != quiet.splitlines() or not quiet.startswith("::error "):
        raise Failed(quiet)


def test_github_hostile(case):
    paths = hostile_package(case)
    ran, commands = github(case)
    if sorted(p["file"] for _, p, _ in commands) != sorted(shown(path) for path in paths):
        ran.fail("other paths")
    expected = sorted(shown(f["message"]) for f in findings(case))
    if sorted(message.split("\n")[0] for _, _, message in commands) != expected:
        ran.fail("other messages")


def test_text_holds_no_workflow_command(case):
    """A file at the top may be named as a command is, and its name begins lines of text."""
    hostile_package(case)
    case.put("::error::book.ipynb", "{}")
    for arguments in (("check", "-v"), ("inventory", "-v"), ("trace", "--all"), ("trace", "decode"), ("check", "--print=sites")):
        ran = case.run(*arguments)
        for stream in (ran.out, ran.err):
            commands, _ = runner(stream)
            if commands or not ran.out + ran.err:
                ran.fail(f"commands: {commands[:3]}")


def test_the_step_summary_is_appended_to(case):
    package(case)
    case.put("summary.md", "# before\n")
    summary = case.folder / "summary.md"
    ran, _ = github(case, {"GITHUB_STEP_SUMMARY": str(summary)})
    ran.expect(1, err=f"note: the findings are added to the step summary `{summary}`")
    text = summary.read_text(encoding="utf-8")
    if not text.startswith("# before\n\n\n### decode-ledger: 6 errors\n"):
        raise Failed(text[:200])
    expect_plain(rendered(text.split("\n", 1)[1]))
    summary.unlink()
    github(case, {"GITHUB_STEP_SUMMARY": str(summary)})
    if not summary.read_text(encoding="utf-8").startswith("### decode-ledger: 6 errors\n"):
        raise Failed("it is not made")
    case.run("check", environment={"GITHUB_STEP_SUMMARY": str(case.folder / "other.md")})
    if (case.folder / "other.md").exists():
        raise Failed("text writes one, too")


def test_a_step_summary_that_cannot_be_written(case):
    package(case)
    ran, commands = github(case, {"GITHUB_STEP_SUMMARY": str(case.folder / "no" / "summary.md")})
    ran.expect(2, err="error: cannot add the findings to the step summary: cannot write")
    if not commands:
        ran.fail("the annotations are not there")
    case.put("full.md", "x" * ((1 << 20) - 100))
    ran, _ = github(case, {"GITHUB_STEP_SUMMARY": str(case.folder / "full.md")})
    ran.expect(2, err="has 1048476 bytes already, and GitHub takes 1048576")
    if (case.folder / "full.md").stat().st_size != (1 << 20) - 100:
        raise Failed("it was written to")


def test_a_step_summary_keeps_githubs_limit(case):
    for number in range(300):
        case.put(f"pkg/m{number}.py", suite.UNGUARDED * 4)
    case.put("ledger.toml", "schema = 1\n")
    case.put("summary.md", "x\n" * 200_000)
    summary = case.folder / "summary.md"
    github(case, {"GITHUB_STEP_SUMMARY": str(summary)})
    text = summary.read_text(encoding="utf-8")
    if not (1 << 20) - 3000 < len(text.encode()) < 1 << 20 or not re.search(r"The code of \d+ findings did not fit here", text):
        raise Failed(f"{len(text.encode())} bytes, {text[-300:]}")


# ---- gitlab ----

def gitlab(case):
    ran = case.run("check", "--format", "gitlab")
    issues = ran.json("gitlab")
    fingerprints = [issue["fingerprint"] for issue in issues]
    if len(set(fingerprints)) != len(fingerprints):
        ran.fail("GitLab drops a second one with the same fingerprint")
    return issues


def test_the_gitlab_schema_refuses(case):
    schema = json.loads((suite.SCHEMAS / "gitlab.json").read_text(encoding="utf-8"))
    package(case)
    [good, *_] = gitlab(case)
    for key, bad in (("severity", "error"), ("fingerprint", ""), ("location", {"path": "a"}), ("more", 1)):
        if not suite.json_schema.problems([{**good, key: bad}], schema):
            raise Failed(f"it takes {key} = {bad}")


def test_gitlab(case):
    package(case)
    issues = gitlab(case)
    severities = {"error": "major", "warning": "minor", "note": "info"}
    wanted = [(f["file"], f["line"], severities[f["level"]], f"{f['code']} {f['name']}") for f in findings(case)]
    if [(i["location"]["path"], i["location"]["lines"]["begin"], i["severity"], i["check_name"]) for i in issues] != wanted:
        raise Failed("other findings than json has")


def test_gitlab_fingerprints_outlive_edits_above(case):
    """Two decodes of the same text in one function, a handler, a file's own finding, entries of the ledger: each keeps its
    fingerprint when lines, another decode and another handler are added above."""
    package(case)
    twice = suite.UNGUARDED.replace("    return tok", "    tok.decode(ids[1])\n    return tok")
    case.put("pkg/show.py", twice)
    case.put("pkg/size.py", "def widen(model, tok):\n    model.resize_token_embeddings(len(tok))\n")
    before = {issue["fingerprint"]: issue for issue in gitlab(case)}
    added = "def added(model):\n    return tok.decode(model.generate()[0])\n\n\n"
    case.put("pkg/show.py", twice.replace("def show", "# more\n\n" + added + "def show"))
    case.put("pkg/run.py", suite.SWALLOWED.replace("def run", "def load(x):\n    try:\n        return x()\n    except Exception:\n"
                                                            "        return None\n\n\ndef run"))
    case.put("pkg/size.py", "# more\ndef widen(model, tok):\n    model.resize_token_embeddings(len(tok))\n")
    ledger = (case.folder / "ledger.toml").read_text()
    case.put("ledger.toml", "# more\n" + ledger)
    after = {issue["fingerprint"]: issue for issue in gitlab(case)}
    gone = [before[f] for f in before.keys() - after.keys()]
    if gone or len(after) != len(before) + 1:
        raise Failed(f"{len(before)} became {len(after)}; gone: {gone}")
    if not any(issue["check_name"].startswith("DL213") for issue in after.values()):
        raise Failed("there is no finding without a subject")


def test_gitlab_hostile(case):
    paths = hostile_package(case)
    expected = sorted(os.fsencode(path).decode("utf-8", "replace") for path in paths)
    issues = gitlab(case)
    if sorted(issue["location"]["path"] for issue in issues) != expected:
        raise Failed("other paths")
    messages = sorted(f"{f['code']}: {shown(f['message'])}" for f in findings(case))
    if sorted(issue["description"] for issue in issues) != messages:
        raise Failed("other messages")


# ---- JSON lines ----

def lines(case, *arguments):
    ran = case.run(*arguments, "--format", "jsonl")
    schema = json.loads((suite.SCHEMAS / "lines.json").read_text(encoding="utf-8"))
    if any(ord(c) > 126 for c in ran.out) or not ran.out.endswith("\n"):
        ran.fail("the lines are not plain ASCII")
    values = [json.loads(line) for line in ran.out.splitlines()]
    for value in values:
        problems = suite.json_schema.problems(value, schema)
        if problems:
            ran.fail(f"{value['kind']}: {problems[:3]}")
    return values


def expect_lines(case, command, document, lists):
    """The lines hold what the JSON document of the same command holds, in its order."""
    values = lines(case, *command)
    whole = json.loads(case.run(*command, "--format", "json").out)
    wanted = [{"kind": "run", "schema": whole["schema"], "tool": whole["tool"]}]
    for key, kind in lists:
        wanted += [{"kind": kind, **value} for value in whole[key]]
    if "summary" in whole:
        wanted.append({"kind": "summary", **whole["summary"]})
    if values != wanted:
        raise Failed(f"{command} differs from json")


def test_json_lines(case):
    package(case)
    expect_lines(case, ("check",), "check", [("findings", "finding")])
    expect_lines(case, ("inventory", "--all"), "inventory", [("sites", "site"), ("opaque", "opaque")])
    expect_lines(case, ("trace", "--all"), "trace", [("traces", "trace")])


def test_json_lines_hostile(case):
    hostile_package(case)
    expect_lines(case, ("check",), "check", [("findings", "finding")])
    expect_lines(case, ("inventory",), "inventory", [("sites", "site"), ("opaque", "opaque")])


def test_the_schema_of_lines_refuses_and_agrees_with_the_documents(case):
    schemas = {name: json.loads((suite.SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
               for name in ("lines", "check", "inventory", "trace")}
    package(case)
    for value in (lines(case, "check")[1], lines(case, "inventory")[1]):
        for broken in ({**value, "kind": "other"}, {**value, "more": 1}, {k: v for k, v in value.items() if k != "line"}):
            if not suite.json_schema.problems(broken, schemas["lines"]):
                raise Failed(f"it takes {broken}")
    for kind, of in (("finding", "check"), ("site", "inventory"), ("opaque", "inventory"), ("trace", "trace")):
        line = schemas["lines"]["$defs"][f"line_{kind}"]
        whole = schemas[of]["$defs"]["site" if kind == "opaque" else kind]
        if line["properties"] != {"kind": {"const": kind}, **whole["properties"]} or line["required"] != ["kind", *whole["required"]]:
            raise Failed(f"docs/schema/lines.json and {of}.json differ in {kind}")


# ---- XML ----

def xml_problems(case, text, schema):
    need("xmllint", "libxml2-utils")
    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", HERE / schema, "-"], input=text, capture_output=True)
    return "" if done.returncode == 0 else done.stderr.decode("utf-8", "replace")


def xml_of(case, name):
    ran = case.run("check", "--format", name)
    expect_no_live_bytes(ran)
    problems = xml_problems(case, ran.out_bytes, f"{name}.xsd")
    if problems:
        ran.fail(problems)
    return xml.etree.ElementTree.fromstring(ran.out_bytes)


def test_the_xml_schemas_refuse(case):
    package(case)
    for name, old, new in (("junit", 'time="0"', ""), ("junit", "<failure", "<error"), ("junit", "classname=", "class="), ("junit", "</testsuites>", ""),
                           ("checkstyle", 'severity="error"', 'severity="note"'), ("checkstyle", 'line="', 'line="-'), ("checkstyle", "<file", "<!--")):
        text = case.run("check", "--format", name).out_bytes
        broken = text.replace(old.encode(), new.encode(), 1)
        if broken == text or not xml_problems(case, broken, f"{name}.xsd"):
            raise Failed(f"{name}: it takes {new!r} for {old!r}")


def test_checkstyle(case):
    package(case)
    root = xml_of(case, "checkstyle")
    told = [(f.get("name"), int(e.get("line")), int(e.get("column")), e.get("source"), e.get("message"))
            for f in root for e in f]
    wanted = [(f["file"], f["line"], f["column"], f"decode-ledger.{f['code']}", f["message"]) for f in findings(case)]
    if told != wanted:
        raise Failed(f"{told} is not {wanted}")


def test_checkstyle_hostile(case):
    paths = hostile_package(case)
    root = xml_of(case, "checkstyle")
    if sorted(f.get("name") for f in root) != sorted(shown(path).replace("\ufffe", "\ufffd") for path in paths):
        raise Failed("other paths")
    if sorted(e.get("message") for f in root for e in f) != sorted(shown(f["message"]) for f in findings(case)):
        raise Failed("other messages")


def test_junit(case):
    package(case)
    case.put("pkg/more.py", "def widen(model, tok):\n    model.resize_token_embeddings(len(tok))\n")
    root = xml_of(case, "junit")
    sites, rules = root
    failed = {(c.get("classname"), c.get("name")): c.find("failure").get("type") for c in root.iter("testcase") if c.find("failure") is not None}
    if failed.get(("pkg.show", "show: tok.decode")) != "DL101 unledgered-site" or \
            failed.get(("rules", "DL301 fault-swallowed")) != "DL301 fault-swallowed":
        raise Failed(f"{failed}")
    names = [c.get("name") for c in rules]
    if "DL101 unledgered-site" in names or "DL201 guard-not-on-every-path" not in names:
        raise Failed(f"a rule that found something at a site passes, or one that did not is left out: {names}")
    [note] = [c for c in rules if c.get("name").startswith("DL213")]
    if note.find("failure") is not None or "note: DL213" not in note.findtext("system-out"):
        raise Failed("a note fails its test case, or is not told")
    text = "".join(root.itertext())
    for finding in findings(case):
        if text.count(f"{finding['file']}:{finding['line']}:{finding['column']}: {finding['level']}: {finding['code']}: {finding['message']}\n") != 1:
            raise Failed(f"{finding['code']} is not told once")
    for suite in root:
        if int(suite.get("tests")) != len(suite) or int(suite.get("failures")) != len(suite.findall("testcase/failure")):
            raise Failed("the counts are wrong")


def test_junit_of_nothing_has_passed_tests(case):
    case.package()
    case.put("ledger.toml", suite.HEAD + suite.GUARDED_ENTRY)
    sites, rules = xml_of(case, "junit")
    if [c.get("name") for c in sites] != ["label: tok.batch_decode"] or len(rules) < 40 or sites.get("failures") != "0":
        raise Failed("no test has passed")


def test_junit_hostile(case):
    paths = hostile_package(case)
    root = xml_of(case, "junit")
    if sorted(c.get("file") for c in root[0]) != sorted(shown(path).replace("\ufffe", "\ufffd") for path in paths):
        raise Failed("other paths")
    if sorted(f.get("message") for f in root.iter("failure")) != sorted(shown(f["message"]) for f in findings(case)):
        raise Failed("other messages")


# ---- csv ----

def rows_of(ran):
    """Read as RFC 4180 has it: CRLF ends a row, and the reader takes no liberties."""
    text = ran.out_bytes.decode("utf-8")
    if not text.endswith("\r\n") or "\n" in text.replace("\r\n", "") or "\r" in text.replace("\r\n", ""):
        ran.fail("a row does not end with CRLF")
    head, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    if any(len(row) != len(head) for row in rows):
        ran.fail("a row has more or fewer cells")
    for row in rows:
        for cell in row:
            if cell[:1] in tuple("=+-@\t\r＝＋－＠"):
                ran.fail(f"a formula: {cell!r}")
            if any(unicodedata.category(c) in ("Cc", "Cf") for c in cell):
                ran.fail(f"{cell!r} got through")
    return [dict(zip(head, row)) for row in rows]


def plain(cell):
    return cell[1:] if cell.startswith("'") else cell


def test_csv(case):
    package(case)
    rows = rows_of(case.run("check", "--format", "csv"))
    wanted = [(f["level"], f["code"], f["file"], str(f["line"]), str(f["column"]), f["message"], f["way"] or "") for f in findings(case)]
    if [(r["level"], r["code"], r["file"], r["line"], r["column"], r["message"], r["way"]) for r in rows] != wanted:
        raise Failed("other findings than json has")
    rows = rows_of(case.run("inventory", "--format", "csv"))
    sites = json.loads(case.run("inventory", "--format", "json").out)["sites"]
    if [(r["file"], r["line"], r["call"], r["guard"], r["ledger"]) for r in rows] != \
            [(s["file"], str(s["line"]), s["call"], s["guard"]["verdict"], s["state"]) for s in sites]:
        raise Failed("other sites than json has")


def test_csv_hostile(case):
    paths = hostile_package(case)
    ledger = case.folder / "ledger.toml"
    ledger.write_text('schema = 1\n\n[[site]]\nmodule = "pkg.call0"\nscope = "show"\nstatus = "exempt"\ncategory = "host-ids"\n'
                      'call = "AutoTokenizer.from_pretrained(\\"</code></td><script>alert(1)</script>\\").decode"\n'
                      'reason = "=HYPERLINK(1) a reason, \\"quoted\\" and \\n two lines"\n')
    for command in ("check", "inventory"):
        rows = rows_of(case.run(command, "--format", "csv"))
        found = {plain(row["file"]) for row in rows} - {"ledger.toml"}
        if found - {shown(path) for path in paths} or len(found) < len(paths) - 1:
            raise Failed(f"other paths: {found ^ {shown(path) for path in paths}}")
    sites = json.loads(case.run("inventory", "--format", "json").out)["sites"]
    if [plain(row["call"]) for row in rows] != [shown(site["call"]) for site in sites]:
        raise Failed("other calls")


# ---- all of them ----

FORMATS = {"check": ("json", "jsonl", "sarif", "github", "gitlab", "rdjson", "junit", "checkstyle", "markdown", "csv"),
           "inventory": ("json", "jsonl", "markdown", "csv"), "trace": ("json", "jsonl")}


def test_the_same_bytes_twice_and_no_absolute_path(case):
    package(case)
    for command, formats in FORMATS.items():
        for name in formats:
            arguments = (command, *(["--all"] if command == "trace" else []), "--format", name)
            once, twice = case.run(*arguments), case.run(*arguments, "--jobs", "1")
            if once.out_bytes != twice.out_bytes or not once.out:
                once.fail("two runs differ")
            if str(case.folder) in once.out:
                once.fail("it tells where the package lies")


def test_a_ledger_below_the_top_of_the_repository(case):
    """What forges read says where a file lies in the repository; what people and programs read, where it lies for them."""
    inner = type(case)(case.program, case.folder / "ser vices" / "asr")
    inner.folder.mkdir(parents=True)
    package(inner)
    git = ("git", "-c", "user.name=x", "-c", "user.email=x@example.invalid")
    for command in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "x")):
        subprocess.run([*git, *command], cwd=case.folder, check=True)
    inner.put("pkg/later.py", suite.UNGUARDED)
    wanted = sorted({"ser vices/asr/" + f["file"] for f in findings(inner)})
    told = {
        "sarif": [path_of(r).decode() for r in sarif(inner)["results"]],
        "github": [p["file"] for _, p, _ in github(inner)[1]],
        "gitlab": [i["location"]["path"] for i in gitlab(inner)],
        "rdjson": [d["location"]["path"] for d in rdjson(inner)["diagnostics"]],
    }
    for name, paths in told.items():
        if sorted(set(paths)) != wanted:
            raise Failed(f"{name}: {sorted(set(paths))}")
    related = [place for d in rdjson(inner)["diagnostics"] for place in d.get("related_locations", [])]
    if not related or not all(place["location"]["path"].startswith("ser vices/asr/pkg/") for place in related):
        raise Failed(f"{related}")
    review = json.loads(inner.run("review", "--base", "HEAD", "--format", "rdjson").out)["diagnostics"]
    if {d["location"]["path"] for d in review} != {"ser vices/asr/pkg/later.py"}:
        raise Failed(f"review: {review}")
    if any(f.get("name").startswith("ser vices") for f in xml_of(inner, "checkstyle")):
        raise Failed("checkstyle has another path than text")


def test_the_table_of_formats_is_complete(case):
    table = (REPOSITORY / "docs" / "formats.md").read_text(encoding="utf-8")
    for command in ("check", "inventory", "trace", "graph", "review"):
        told = re.search(r"--format,?.*?FORMAT(.*?)\(default", case.run(command, "--help").out, re.DOTALL).group(1)
        for name in re.findall(r"[a-z-]+", re.sub(r"\bor\b", " ", told)):
            row = re.search(rf"^\|[^|]*`{name}`[^|]*\|([^|]*)\|", table, re.MULTILINE)
            if not row or not (f"`{command}`" in row.group(1) or row.group(1).strip().startswith("all")):
                raise Failed(f"docs/formats.md does not tell of {name} for {command}")


def test_no_line_of_source_is_a_command_in_the_runners_log(case):
    """The runner also takes `##[…]`, its older form, anywhere in a line."""
    case.package(show=suite.UNGUARDED.replace("tok.decode(ids[0])", "tok.decode(ids[0])  # ##[error]x ##[[add-mask]y"))
    case.put("ledger.toml", suite.HEAD)
    case.put("pkg/##[group]x.py", suite.UNGUARDED)
    log = {"GITHUB_ACTIONS": "true"}
    for command in (["check"], ["inventory"], ["trace", "--all"], ["graph"]):
        ran = case.run(*command, environment=log)
        if "##[" in ran.out + ran.err:
            ran.fail("a command to the runner")
        for form in ("json", "jsonl"):
            if command == ["graph"]:
                continue
            ran = case.run(*command, "--format", form, environment=log)
            if "##[" in ran.out + ran.err or "##[group]x.py" not in json.dumps([json.loads(t) for t in (
                    [ran.out] if form == "json" else ran.out.splitlines())]):
                ran.fail("a command to the runner, or another text")
    case.run("check").expect(1, out=["# ##[error]x ##[[add-mask]y", "pkg/##[group]x.py"])
    case.run("trace", "##[group]y.py:3", environment=log).expect(2, no_err=["##["])


if __name__ == "__main__":
    install_validators()
    sys.exit(suite.main(globals()))
