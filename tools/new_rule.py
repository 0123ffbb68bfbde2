#!/usr/bin/env python3
"""Makes what a rule needs: its row in the registry, its page and a corpus case that fails until a room reports it.

    tools/new_rule.py guards guard-in-wrong-thread --code 217 --level warning --summary "a guard runs in another thread"

The enumerator goes behind its predecessor in src/diagnostics/diagnostics.h, the row into src/diagnostics/diagnostics.cc
as planned; set it to kReported when a room reports the rule. Then run tools/check_rules.py --write.
"""

import argparse
import re
import sys

from check_rules import HEADER, PAGES, REGISTRY, ROOT, SECTIONS, read_codes, sentence

LEVELS = ("note", "warning", "error")
HINTS = {
    "What it does": "The exact condition, in the words of the glossary.",
    "Why it matters": "What goes wrong for the person who runs the Python program.",
    "Example": "```python\n# expect: {name}\n```",
    "Use instead": "```python\n# The smallest silent version.\n```",
    "How it decides": "What it reads, and what it assumes when something is unresolved.",
    "Known noise and known misses": "None known.",
    "Identity": "What makes two findings the same across edits.",
    "Options": '`{code} = "off"`, `"note"`, `"warning"` or `"error"` in `[rules]` of the ledger.',
    "See also": "",
}


def enumerator_of(name):
    return "".join(part.capitalize() for part in name.split("-"))


def insert_enumerator(header, code, enumerator):
    """Behind the enumerator with the greatest code below; with its number, so that no later one shifts unseen."""
    numbers = read_codes(header)
    if code in numbers.values():
        sys.exit(f"DL{code} is taken: a code is never used again")
    before = max((n for n in numbers.items() if n[1] < code), key=lambda n: n[1])[0]
    after = min((n for n in numbers.items() if n[1] > code), key=lambda n: n[1], default=None)
    start = header.index("enum class Rule")
    at = start + re.search(rf"\b{before}\b(?: = \d+)?,", header[start:]).end()
    if after and not re.search(rf"\b{after[0]} = ", header):
        header = re.sub(rf"\b{after[0]},", f"{after[0]} = {after[1]},", header, count=1)
    return f"{header[:at]}\n  {enumerator} = {code},{header[at:]}"


def insert_row(registry, numbers, code, row):
    ids = [m for m in re.finditer(r"^    \{Rule::(\w+),", registry, re.MULTILINE)]
    behind = next((m for m in ids if numbers[m[1]] > code), None)
    at = behind.start() if behind else registry.index("});\n")
    return registry[:at] + row + registry[at:]


def page_text(options, code):
    lines = [
        f"# {options.name} ({code})",
        sentence(options.summary),
        f"{options.level} · {options.room} · since {options.since} · planned · "
        "[registry](../../src/diagnostics/diagnostics.cc)",
    ]
    for section in SECTIONS:
        lines.append(f"## {section}")
        lines.append(HINTS[section].format(name=options.name, code=code))
    return "\n\n".join(line for line in lines if line) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Makes a rule's row, page and corpus case.")
    parser.add_argument("room", help="the room that will report it: guards, ledger, …")
    parser.add_argument("name", help="kebab-case, named for the pattern found")
    parser.add_argument("--code", type=int, required=True, help="the number behind DL")
    parser.add_argument("--level", choices=LEVELS, default="error")
    parser.add_argument("--summary", required=True, help="one sentence without a capital and a full stop")
    parser.add_argument("--since", default="0.1")
    options = parser.parse_args()
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", options.name):
        sys.exit(f"`{options.name}` is not kebab-case")
    page = PAGES / f"{options.name}.md"
    case = ROOT / "tests" / "corpus" / options.room / f"{options.name.replace('-', '_')}.py"
    if page.exists() or case.exists():
        sys.exit(f"{page if page.exists() else case} is there already")

    code, enumerator = f"DL{options.code}", enumerator_of(options.name)
    header = insert_enumerator(HEADER.read_text(encoding="utf-8"), options.code, enumerator)
    row = (
        f'    {{Rule::{enumerator}, "{options.name}", Level::{options.level.capitalize()},\n'
        f'     "{options.summary}", kPlanned}},\n'
    )
    registry = insert_row(REGISTRY.read_text(encoding="utf-8"), read_codes(header), options.code, row)
    HEADER.write_text(header, encoding="utf-8")
    REGISTRY.write_text(registry, encoding="utf-8")
    page.write_text(page_text(options, code), encoding="utf-8")
    case.parent.mkdir(parents=True, exist_ok=True)
    case.write_text(f"# {sentence(options.summary)}\npass  # expect: {options.name}\n", encoding="utf-8")
    for path in (HEADER, REGISTRY, page, case):
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
