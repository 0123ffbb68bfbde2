"""Reads the markers of a case: `# expect:` says what the program says, `#!` what it knows.

A marker stands at the end of the line that it speaks of; several may share a line, each with its own `#`. The caret form
stands on the line below, its carets under the code. The forms and their meaning are in docs/internals.md.
"""

import re
from dataclasses import dataclass, field

SAYS = ("expect", "known-miss", "known-noise", "related")
KNOWS = ("site", "calls", "guard", "handler", "fault")
HEADS = ("options", "clean", "complete")

CARETS = re.compile(r"^\s*#\s*(?P<carets>\^+)\s*(?P<kind>expect|known-noise|known-miss):\s*(?P<text>.*)$")
START = re.compile(rf"#\s*(?P<says>{'|'.join(SAYS)}):|#!\s*(?P<knows>{'|'.join(KNOWS)}):")
HEAD = re.compile(rf"^#\s*(?P<kind>{'|'.join(HEADS)})(?::\s*(?P<text>.*))?$")
RULE = re.compile(r"^(?P<rule>[A-Za-z0-9-]+)(?:\s*,?\s*(?P<message>\".*\"))?$")


@dataclass
class Marker:
    kind: str  # one of SAYS or KNOWS
    file: str
    line: int
    text: str  # what stands behind the colon
    rule: str = ""  # expect, known-miss, known-noise
    message: str = ""  # expect, related: a part of the message
    columns: tuple = ()  # caret form: first column and one past the last, counted from 1

    def __str__(self):
        sign = "#!" if self.kind in KNOWS else "#"
        carets = "^" * (self.columns[1] - self.columns[0]) + " " if self.columns else ""
        return f"{sign} {carets}{self.kind}: {self.text}"


@dataclass
class Markers:
    markers: list = field(default_factory=list)
    options: list = field(default_factory=list)
    complete: set = field(default_factory=set)
    is_clean: bool = False
    problems: list = field(default_factory=list)  # (file, line, sentence): the case itself is wrong

    def of(self, *kinds):
        return [m for m in self.markers if m.kind in kinds]


def read_markers(files):
    """`files`: (path as shown, text). The markers of all of them together."""
    found = Markers()
    for file, text in files:
        read_file(found, file, text)
    says_something = any(text.strip() for _, text in files)
    if says_something and not found.markers and not found.is_clean:
        found.problems.append((files[0][0], 1, "no marker at all: say `# clean` when that is the point"))
    return found


def read_file(found, file, text):
    spoken_of = 0  # the last line that is no caret line
    # Only what Python counts as line ends: a form feed or U+2028 inside a line must not move the numbers.
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        if number == 1 and line.startswith("#!"):
            found.problems.append((file, 1, "`#!` on the first line would be a shebang"))
            continue
        carets = CARETS.match(line)
        if carets:
            marker = Marker(carets["kind"], file, spoken_of, carets["text"].strip())
            marker.columns = (carets.start("carets") + 1, carets.end("carets") + 1)
            add_marker(found, marker)
            continue
        spoken_of = number
        head = HEAD.match(line.strip())
        if head:
            add_head(found, head["kind"], (head["text"] or "").strip())
            continue
        starts = list(START.finditer(line))
        for start, after in zip(starts, starts[1:] + [None]):
            value = line[start.end() : after.start() if after else len(line)].strip()
            add_marker(found, Marker(start["says"] or start["knows"], file, number, value))


def add_head(found, kind, text):
    if kind == "options":
        found.options += text.split()
    elif kind == "complete":
        found.complete.update(re.split(r"[,\s]+", text))
    else:
        found.is_clean = True


def add_marker(found, marker):
    if marker.kind == "related":
        marker.message = marker.text.strip('"')
    elif marker.kind in SAYS:
        parts = RULE.match(marker.text)
        if not parts:
            found.problems.append((marker.file, marker.line, f"`{marker}` names no rule"))
            return
        marker.rule = parts["rule"]
        marker.message = (parts["message"] or "").strip('"')
    elif not marker.text:
        found.problems.append((marker.file, marker.line, f"`{marker}` says nothing"))
        return
    found.markers.append(marker)
