#!/usr/bin/env python3
"""Ties the registry of rules, their pages and the corpus together.

    tools/check_rules.py            fails when a rule lacks its page, when the two disagree, when an implemented rule has
                                    no corpus case, or when an example does not do what it says
    tools/check_rules.py --write    writes the index of pages, docs/rules/README.md, anew

Each section of a page may hold one ```python block, and a ```toml block that is its ledger. They are run as a corpus
case: module `example`, with the markers of tests/corpus/. Without a ledger of its own, an example is held against one
that calls each of its sites guarded. The program is --binary, else $DECODE_LEDGER, else build/release/decode-ledger;
examples are left out when it is not built, unless --binary names it.
"""

import argparse
import pathlib
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "corpus"))

from harness import program as runner  # noqa: E402
from harness.cases import CORPUS, MARKED_SUFFIXES, SHARED_MODULE  # noqa: E402
from harness.markers import read_markers  # noqa: E402

PAGES = ROOT / "docs" / "rules"
INDEX = PAGES / "README.md"
REGISTRY = ROOT / "src" / "diagnostics" / "diagnostics.cc"
HEADER = ROOT / "src" / "diagnostics" / "diagnostics.h"
SECTIONS = [
    "What it does",
    "Why it matters",
    "Example",
    "Use instead",
    "How it decides",
    "Known noise and known misses",
    "Identity",
    "Options",
    "See also",
]
GROUPS = {1: "The ledger", 2: "Guards", 3: "The exception's way", 4: "Reading"}


@dataclass
class Rule:
    code: str
    name: str
    level: str
    summary: str
    is_implemented: bool

    @property
    def page(self):
        return PAGES / f"{self.name}.md"


def read_registry():
    numbers = read_codes(HEADER.read_text(encoding="utf-8"))
    row = re.compile(
        r'\{Rule::(?P<id>\w+),\s*"(?P<name>[^"]+)",\s*Level::(?P<level>\w+),\s*"(?P<summary>[^"]+)",\s*(?P<state>k\w+)\}'
    )
    return [
        Rule(f"DL{numbers[m['id']]}", m["name"], m["level"].lower(), m["summary"], m["state"] == "kReported")
        for m in row.finditer(REGISTRY.read_text(encoding="utf-8"))
    ]


def read_codes(header):
    """Enumerators count up from the last one that has a number."""
    body = header[header.index("enum class Rule") : header.index("struct RuleEntry")]
    numbers, number = {}, 0
    for match in re.finditer(r"(\w+)(?: = (\d+))?,", body):
        number = int(match[2]) if match[2] else number + 1
        numbers[match[1]] = number
    return numbers


# --- Pages --------------------------------------------------------------------------------------------------------


def sentence(summary):
    return f"{summary[0].upper()}{summary[1:]}."


def problems_of_page(rule):
    if not rule.page.exists():
        return [f"{rule.code} has no page docs/rules/{rule.name}.md"]
    shown = rule.page.relative_to(ROOT)
    text = rule.page.read_text(encoding="utf-8")
    paragraphs = [p.strip() for p in text.split("\n\n")]
    problems = []
    if paragraphs[0] != f"# {rule.name} ({rule.code})":
        problems.append(f"{shown}:1: the title must be `# {rule.name} ({rule.code})`")
    if paragraphs[1] != sentence(rule.summary):
        problems.append(f"{shown}:3: the summary differs from the registry's: `{sentence(rule.summary)}`")
    facts = paragraphs[2].split(" · ")
    if not facts[0].startswith(rule.level):
        problems.append(f"{shown}:5: the level is {rule.level}")
    if len(facts) < 4 or facts[3].startswith("stable") != rule.is_implemented:
        problems.append(f"{shown}:5: the status is {'stable' if rule.is_implemented else 'planned'}")
    found = re.findall(r"^## (.+)$", text, re.MULTILINE)
    if found != [s for s in SECTIONS if s in found]:
        problems.append(f"{shown}: sections out of order or unknown: {', '.join(found)}")
    problems += [f"{shown}: no section `{s}`" for s in SECTIONS[:2] + SECTIONS[4:8] if s not in found]
    for target in re.findall(r"\]\(([a-z0-9-]+\.md)\)", text):
        if not (PAGES / target).exists():
            problems.append(f"{shown}: link to {target}, which is not there")
    return problems


def index_text(rules):
    lines = [
        "# Rules",
        "",
        "Written by `tools/check_rules.py --write` from the registry; `decode-ledger rules` prints the same table, and",
        "`decode-ledger explain CODE` a page.",
    ]
    group = 0
    for rule in rules:
        if int(rule.code[2]) != group:
            group = int(rule.code[2])
            lines += ["", f"## {GROUPS[group]}", "", "| code | rule | level | finds |", "| --- | --- | --- | --- |"]
        planned = "" if rule.is_implemented else " (planned)"
        lines.append(f"| {rule.code} | [{rule.name}]({rule.name}.md) | {rule.level} | {rule.summary}{planned} |")
    return "\n".join(lines) + "\n"


def problems_of_index(rules):
    if not INDEX.exists() or INDEX.read_text(encoding="utf-8") != index_text(rules):
        return ["docs/rules/README.md is not what the registry gives: run tools/check_rules.py --write"]
    return []


def problems_of_strays(rules):
    names = {rule.name for rule in rules} | {"README"}
    return [f"docs/rules/{p.name} is no rule's page" for p in sorted(PAGES.glob("*.md")) if p.stem not in names]


# --- Corpus -------------------------------------------------------------------------------------------------------


def rules_in_corpus():
    """Names and codes that some case expects."""
    found = set()
    for path in CORPUS.rglob("*"):
        if path.suffix in MARKED_SUFFIXES and "harness" not in path.parts:
            text = path.read_bytes().decode("utf-8", "replace")
            found.update(re.findall(r"#\s*(?:\^+\s*)?expect:\s*([A-Za-z0-9-]+)", text))
    return found


def problems_of_corpus(rules):
    expected = rules_in_corpus()
    return [
        f"{rule.code} {rule.name}: no corpus case expects it"
        for rule in rules
        if rule.is_implemented and not expected & {rule.name, rule.code}
    ]


# --- Examples -----------------------------------------------------------------------------------------------------


@dataclass
class Example:
    section: str
    python: str
    ledger: str  # empty: made from the sites


def examples_of(text):
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        blocks = dict(re.findall(r"^```(python|toml)\n(.*?)^```$", section, re.MULTILINE | re.DOTALL))
        if "python" in blocks:
            yield Example(section.split("\n", 1)[0], blocks["python"], blocks.get("toml", ""))


def ledger_that_calls_all_guarded(program, folder, python):
    ran = runner.run(program, ["init"], folder)
    text = ran.stdout.decode("utf-8", "replace").replace('status = "todo"', 'status = "guarded"')
    return text + ('\n[fault]\ntype = "faults.HardwareFault"\n' if "faults" in python else "")


def problems_of_example(program, rule, example):
    shown = f"{rule.page.relative_to(ROOT)}, {example.section}"
    with tempfile.TemporaryDirectory(prefix="rule-") as name:
        folder = pathlib.Path(name)
        (folder / "example.py").write_text(example.python, encoding="utf-8")
        if "faults" in example.python:
            shutil.copyfile(SHARED_MODULE, folder / SHARED_MODULE.name)
        ledger = example.ledger or ledger_that_calls_all_guarded(program, folder, example.python)
        (folder / "ledger.toml").write_text(ledger, encoding="utf-8")
        try:
            report = runner.run_json(program, ["check", "--format", "json"], folder)
        except runner.CouldNotRun as error:
            return [f"{shown}: {error}"]
    files = [("example.py", example.python), ("ledger.toml", example.ledger)]
    markers = read_markers([f for f in files if f[1]]).of("expect", "known-noise")
    wanted = sorted((m.file, m.line, m.rule) for m in markers)
    told = sorted((f["file"], f["line"], f["name"]) for f in report["findings"])
    problems = [f"{shown}: {f}:{n}: `{r}` is not told" for f, n, r in wanted if (f, n, r) not in told]
    problems += [f"{shown}: {f}:{n}: unmarked `{r}`" for f, n, r in told if (f, n, r) not in wanted]
    if example.section == "Use instead" and markers:
        problems.append(f"{shown}: what to use instead is flagged itself")
    return problems


def problems_of_examples(program, rules):
    problems = []
    for rule in rules:
        if rule.page.exists() and rule.is_implemented:
            for example in examples_of(rule.page.read_text(encoding="utf-8")):
                problems += problems_of_example(program, rule, example)
    return problems


def main():
    parser = argparse.ArgumentParser(description="Ties the registry of rules, their pages and the corpus together.")
    parser.add_argument("--write", action="store_true", help="write docs/rules/README.md anew")
    parser.add_argument("--binary", help="the program that runs the examples")
    arguments = parser.parse_args()

    rules = read_registry()
    if arguments.write:
        INDEX.write_text(index_text(rules), encoding="utf-8")
    problems = problems_of_index(rules) + problems_of_strays(rules)
    for rule in rules:
        problems += problems_of_page(rule)
    problems += problems_of_corpus(rules)
    program = runner.program_path(arguments.binary)
    if arguments.binary or program.exists():
        problems += problems_of_examples(program, rules)
    else:
        print("the program is not built: the examples are not run", file=sys.stderr)
    for problem in problems:
        print(problem)
    print(f"{len(rules)} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
