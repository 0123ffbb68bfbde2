#!/usr/bin/env python3
"""The page of `inventory --format html`: what stands in it, what cannot get in, and how it is in a real browser.

usage: run.py [PROGRAM]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

The last line is `N passed, N failed`.
"""
import base64
import hashlib
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
from npm_modules import npm_modules  # noqa: E402
from suite import FAULTS, GUARDED, program_of  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
VOID = {"meta", "br", "img", "input"}

LABEL = GUARDED + """

def run(model, batches):
    out = []
    for batch in batches:
        try:
            out.append(label(model, batch))
        except Exception:
            continue
    return out


def show(model, batch):
    ids = model.generate(batch)
    return tok.decode(ids[0])


def guess(thing, ids):
    return thing.tokenizer_like.decode(ids, skip_special_tokens=True)


def safe(model, batch):
    ids = model.generate(batch)
    assert_ids_in_range(ids, tok)
    return tok.decode(ids[0])
"""

LEDGER = """schema = 1

[fault]
type = "pkg.faults.HardwareFault"

[[site]]
module = "pkg.label"
scope = "show"
call = "tok.decode"
status = "exempt"
category = "accepted-risk"
reason = "a debug print </script><script>alert('reason')</script>, read by people"
reviewed-by = "mira <b>"
"""

PACKAGE = {"pkg/__init__.py": "", "pkg/faults.py": FAULTS, "pkg/label.py": LABEL}

ATTACK = "</script></style><script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;`"
HOSTILE = f"""from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained({ATTACK!r})


def show(model, batch):
    try:
        return tok.decode(model.generate(batch)[{ATTACK!r}])  # {ATTACK}
    except Exception as error:  # <svg onload=alert(3)>
        print({ATTACK!r}, error)
"""


class Outline(html.parser.HTMLParser):
    """The elements and attributes of a page, and whether they nest."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.stack, self.problems, self.texts = [], [], [], {}
        self.feed(text)
        self.close()
        if self.stack:
            self.problems.append(f"not closed: {self.stack}")

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            self.problems.append(f"an attribute twice in {tag}")
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.stack or self.stack[-1] != tag:
            self.problems.append(f"</{tag}> closes {self.stack[-1:]}")
        else:
            self.stack.pop()

    def handle_data(self, data):
        if self.stack:
            self.texts.setdefault(self.stack[-1], []).append(data)

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def put(folder, files):
    for name, text in files.items():
        path = pathlib.Path(os.fsdecode(os.fsencode(folder) + b"/" + os.fsencode(name)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def page_of(program, folder, *arguments):
    command = [program, "inventory", "--format", "html", *arguments, "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"exit status {done.returncode}: {done.stderr.decode('utf-8', 'replace')}")
    return done.stdout.decode("utf-8")


def static_problems(text):
    """What is wrong with any page of ours, whatever it is about."""
    outline = Outline(text)
    problems = list(outline.problems)
    ids = [attributes["id"] for _, attributes in outline.elements if attributes.get("id")]
    problems += [f"the id {one} occurs twice" for one in set(ids) if ids.count(one) > 1]
    for attributes in outline.all("a"):
        if not attributes["href"].startswith("#") or attributes["href"][1:] not in ids:
            problems.append(f"a link leads to {attributes['href']}")
    for tag, attributes in outline.elements:
        for name, value in attributes.items():
            if name.startswith("on") or name in ("style", "src", "srcset", "action", "formaction"):
                problems.append(f"<{tag} {name}={value!r}>")
            if name in ("href", "xlink:href") and tag != "a":
                problems.append(f"<{tag} {name}={value!r}>")
    if len(outline.all("script")) != 1 or len(outline.all("style")) != 2:
        problems.append(f"{len(outline.all('script'))} scripts, {len(outline.all('style'))} style sheets")
    policy = next(one["content"] for one in outline.all("meta") if one.get("http-equiv") == "Content-Security-Policy")
    if "default-src 'none'" not in policy or "unsafe" in policy:
        problems.append(f"the policy is {policy}")
    for part in re.findall(r"<(?:style|script)>(.*?)</(?:style|script)>", text, re.DOTALL):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        if f"'sha256-{digest}'" not in policy:
            problems.append(f"the policy lacks sha256-{digest}")
    return problems


def test_the_page(program, folder):
    """With a ledger, without one, with every candidate."""
    put(folder, PACKAGE)
    without = page_of(program, folder)
    problems = static_problems(without) + static_problems(page_of(program, folder, "--all"))
    put(folder, {"ledger.toml": LEDGER})
    text = page_of(program, folder)
    problems += static_problems(text)
    told = ["pkg/label.py:11", "DL301 fault-swallowed", "assert_ids_in_range(ids, tok)", "except Exception"]
    told += ["accepted-risk", "mira &lt;b&gt;", "ledger.toml:6"]
    problems += [f"`{words}` is not told" for words in told if words not in text]
    if "decode-ledger init" not in without or "decode-ledger init" in text:
        problems.append("what to do without a ledger is told in the wrong case")
    if text != page_of(program, folder):
        problems.append("two runs differ")
    return problems


def test_a_package_without_sites(program, folder):
    put(folder, {"pkg/__init__.py": "x = 1\n"})
    text = page_of(program, folder)
    return static_problems(text) + ([] if "None." in text else ["that there is none is not told"])


def test_nothing_of_the_package_gets_in(program, folder):
    names = ["pkg/<script>alert(1).py", "pkg/\"><img src=x onerror=alert(1)>.py", "pkg/new\nline.py", "pkg/b\udcffd.py"]
    put(folder, {"pkg/__init__.py": "", **{name: HOSTILE for name in names}})
    text = page_of(program, folder)
    problems = static_problems(text)
    outline = Outline(text)
    if outline.all("img") or outline.all("iframe"):
        problems.append("an element of the package is in the page")
    if not any(ATTACK in data for tag, texts in outline.texts.items() if tag == "code" for data in texts):
        problems.append("the source line is not shown as it is")
    if re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text):
        problems.append("a control character is in the page")
    return problems


def test_the_checks_can_fail(program, folder):
    """Each of these breaks the page in one way that static_problems() must see."""
    put(folder, PACKAGE)
    text = page_of(program, folder)
    breaks = {
        "an open element": text.replace("</main>", ""),
        "an id twice": text.replace('id="summary"', 'id="sites"'),
        "a link to nowhere": text.replace('href="#sites"', 'href="#nowhere"'),
        "a handler": text.replace("<header>", '<header onclick="x()">'),
        "a style attribute": text.replace("<header>", '<header style="color: red">'),
        "another script": text.replace("</main>", "<script>1</script></main>"),
        "a changed script": text.replace('"use strict";', '"use strict"; '),
    }
    return [f"{name} is not seen" for name, broken in breaks.items() if broken == text or not static_problems(broken)]


def browser_results(program, folder):
    """The checks of browser.mjs as (name, problems)."""
    put(folder, {**PACKAGE, "pkg/hostile<b>.py": HOSTILE, "ledger.toml": LEDGER})
    text = page_of(program, folder)
    page, broken = folder / "page.html", folder / "broken.html"
    page.write_text(text, encoding="utf-8")
    broken.write_text(text.replace('<html lang="en">', "<html>").replace('<label for="search">', "<label>"), encoding="utf-8")
    npm_modules(HERE)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        return [("the browser", ["there is no chromium: run tools/setup.sh --checks"])]
    command = ["node", HERE / "browser.mjs", page, broken, chromium]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    results = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(one["name"], one["problems"]) for one in results]
    if done.returncode != 0 or len(told) < 16:
        told.append(("the browser", [f"{len(told)} checks, exit status {done.returncode}: {done.stderr[-2000:]}"]))
    return told


def main():
    program = program_of(sys.argv[1:])
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    results = []
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            results.append((test.__name__, test(program, pathlib.Path(folder))))
    with tempfile.TemporaryDirectory() as folder:
        results += browser_results(program, pathlib.Path(folder))
    failed = 0
    for name, problems in results:
        if problems:
            failed += 1
            print(f"FAILED {name}")
            for problem in problems[:12]:
                print(f"  {problem}")
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
