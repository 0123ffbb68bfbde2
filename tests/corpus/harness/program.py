"""Runs decode-ledger over a laid-out case, and reads what it says (findings) and what it knows (facts)."""

import json
import os
import pathlib
import re
import subprocess
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parents[3]
DEFAULT_PROGRAM = ROOT / "build" / "release" / "decode-ledger"
TIMEOUT_SECONDS = 120
# Options of a case that go to every command; `--assume-base` belongs to `trace` alone, all others to `check` alone.
EVERYWHERE = ("--ledger", "--exclude", "--extend-exclude", "-j", "--jobs")
TRACE_ONLY = ("--assume-base",)


def program_path(given=None):
    return pathlib.Path(given or os.environ.get("DECODE_LEDGER") or DEFAULT_PROGRAM).resolve()


@dataclass
class Ran:
    status: int
    stdout: bytes
    stderr: bytes


def run(program, arguments, folder, timeout=TIMEOUT_SECONDS):
    """Runs to the end; status -1 stands for "did not end in time"."""
    environment = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            [str(program), *arguments],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(-1, b"", f"did not end within {timeout} s".encode())
    return Ran(done.returncode, done.stdout, done.stderr)


class CouldNotRun(Exception):
    """The program ended as no analysis may: its message is shown as the case's failure."""


def run_json(program, arguments, folder):
    ran = run(program, arguments, folder)
    if ran.status not in (0, 1):
        shown = ran.stderr.decode("utf-8", "replace").strip()
        raise CouldNotRun(f"`decode-ledger {' '.join(arguments)}` ended with {ran.status}\n{shown}")
    try:
        return json.loads(ran.stdout)
    except ValueError as error:
        raise CouldNotRun(f"`decode-ledger {' '.join(arguments)}` wrote no JSON: {error}") from error


@dataclass
class Place:
    file: str
    line: int
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    text: str = ""


@dataclass
class Finding:
    rule: str
    code: str
    message: str
    place: Place
    related: list


@dataclass
class Site:
    place: Place
    name: str
    role: str
    origin: str
    shape: str
    sentinel: bool
    guard_kind: str  # "call" of a guard function, or "inline"
    guard_places: list
    is_covered_by_wrapper: bool  # a call of a function that checks the ids itself: the raw site in it stands for both


@dataclass
class Handler:
    place: Place
    clause: str
    verdict: str
    converts_to: str


@dataclass
class Facts:
    findings: list = field(default_factory=list)
    sites: list = field(default_factory=list)
    opaque: list = field(default_factory=list)  # places
    endings: list = field(default_factory=list)  # (Place of the site, ending)
    handlers: list = field(default_factory=list)
    edges: dict = field(default_factory=dict)  # (file, line) -> set of the callees' dotted names


def options_for(command, options):
    """The part of a case's `# options:` that `command` understands."""
    def is_understood(option):
        name = option.split("=")[0]
        return name in EVERYWHERE or command == ("trace" if name in TRACE_ONLY else "check")

    return [option for option in options if is_understood(option)]


def read_facts(program, folder, options, wants):
    """`wants`: the kinds of `#!` markers of the case; commands that tell of none of them are not run."""
    facts = Facts()
    check = run_json(program, ["check", "--format", "json", *options_for("check", options)], folder)
    facts.findings = [read_finding(f) for f in check["findings"]]
    inventory = run_json(
        program, ["inventory", "--all", "--format", "json", *options_for("inventory", options)], folder
    )
    facts.sites = [read_site(s) for s in inventory["sites"]]
    facts.opaque = [read_place(s) for s in inventory["opaque"]]
    if wants & {"handler", "fault"}:
        traces = run_json(program, ["trace", "--all", "--format", "json", *options_for("trace", options)], folder)
        for trace in traces["traces"]:
            facts.endings.append((read_place(trace["site"]), trace["ending"]))
            facts.handlers += [read_handler(h) for h in trace["handlers"]]
    if "calls" in wants:
        facts.edges = read_edges(program, folder, options)
    return facts


def read_place(o):
    """Keys without a value are null: a related place need not lie in the package."""
    return Place(o["file"], o["line"], o["column"], o["end_line"], o["end_column"], o.get("text") or "")


def read_finding(o):
    return Finding(o["name"], o["code"], o["message"], read_place(o), [read_place(r) for r in o["related"]])


def read_site(o):
    guard = o["guard"]
    return Site(
        read_place(o),
        o["name"],
        o["role"],
        o["origin"],
        o["shape"],
        o["sentinel"],
        "call" if guard["function"] else "inline",
        [read_place(p) for p in guard["places"]],
        bool(o["delegates_to"]) and guard["verdict"] == "guarded",
    )


def read_handler(o):
    return Handler(read_place(o), o["clause"], o["verdict"], o["converts_to"] or "")


def read_edges(program, folder, options):
    """`--print=call-graph` has a line `file:line:column caller -> callee kind` for each edge."""
    ran = run(program, ["check", "--print=call-graph", *options_for("inventory", options)], folder)
    if ran.status not in (0, 1):
        raise CouldNotRun(f"`--print=call-graph` ended with {ran.status}: {ran.stderr.decode('utf-8', 'replace')}")
    edges = {}
    for line in ran.stdout.decode("utf-8", "replace").splitlines():
        match = re.match(r"(?P<file>.+?):(?P<line>\d+):\d+ (?P<caller>\S+) -> (?P<callee>\S+) ", line)
        if match:
            edges.setdefault((match["file"], int(match["line"])), set()).add(match["callee"])
    return edges
