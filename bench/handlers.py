#!/usr/bin/env python3
"""Who says which clause loses the guard's fault? ruff, pylint, flake8 with its plugins, and decode-ledger on small probes.

    bench/handlers.py                        the table and its sums
    bench/handlers.py --build build/release  with the program of this build
    bench/handlers.py --peers FOLDER         keep the peers' environment here (default: build/peers)

The probes are cases of tests/corpus/exceptions_trace; bench/handler_probes.py says what becomes of the fault in each.
Python itself is asked whether that is true: each probe runs, with a model of a few lines that emits an id out of range, and
its exit status must say what the row says. Each tool looks at the same files.

They are decode-ledger's own tests, so that it is right in all of them says little; what the table shows is which of
these shapes can be told by looks. How often each occurs in a package is another matter: most clauses in the wild are the
plain ones.

The peers are installed by pip into an environment of their own, pinned below: some 10 seconds once. The rest takes some 15,
half of them for running the probes. A tool fires rightly when one of the rules that speak of a lost exception (SPEAKS,
below) is on the place: any line from the head of the clause, statement or decorated function to its end. A finding of those
rules elsewhere in the probe is a false alarm. The peers judge by looks and get full credit for it; they do not claim to say
whether a guard's fault arrives at the clause. Rules that do not say that an exception may be lost (ruff's TRY400, "use
logging.exception") run too; how often they spoke is told at the end, and they count neither way. So do decode-ledger's
other rules.

Deterministic but for the seconds. Exit status 1: a row and Python disagree. 2: a tool did not run.
"""

import argparse
import ast
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import venv

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "corpus")]

from handler_probes import NOT_RUN, PROBES  # noqa: E402
from harness import program as program_of_corpus  # noqa: E402
from harness.cases import CORPUS, EMPTY_LEDGER, lay_out_file  # noqa: E402

PINNED = ("ruff==0.17.6", "pylint==4.1.4", "flake8==7.5.0", "flake8-bugbear==26.10.27", "flake8-blind-except==0.2.1")
MARKER = re.compile(r"\s*#!? .*$")
# The rules that say of a clause or a call that an exception may be lost there.
SPEAKS = {
    "ruff": {"E722", "BLE001", "S110", "S112", "B012", "SIM107", "RUF006"},
    "pylint": {"broad-exception-caught", "bare-except", "lost-exception", "return-in-finally", "continue-in-finally",
               "break-in-finally"},
    "flake8": {"E722", "B001", "B012", "B036", "BLE"},
    "decode-ledger": {"DL301", "DL302", "DL303", "DL304", "DL305", "DL306", "DL308", "DL309", "DL310", "DL311"},
}
STUB = '''
class Tokenizer:
    def __len__(self):
        return 10
    def decode(self, ids):
        return "text"

class Model:
    def generate(self, batch):
        return [[3, 99]]

class AutoTokenizer:
    from_pretrained = staticmethod(lambda name: Tokenizer())

class AutoModelForCausalLM:
    from_pretrained = staticmethod(lambda name: Model())
'''
RUN = '''
import sys, importlib

class Anything:
    def __getattr__(self, name):
        return lambda *args: self
    def tolist(self):
        return [3, 99]

sys.setrecursionlimit(200)
probe = importlib.import_module({module!r})
vars(probe).update(IDS=[1], LOG=Anything(), LOGITS=Anything())
exec({statements!r}, vars(probe))
'''


class Probe:
    """A case with its expectation; `lines` are those on which a finding speaks of the lost fault, none when it is heard."""

    def __init__(self, name, statements, place):
        self.name, self.statements = name, statements
        self.path = CORPUS / "exceptions_trace" / f"{name}.py"
        places = (place,) if isinstance(place, str) else place or ()
        extents = [extent_of(self.path, one) for one in places]
        self.is_lost = bool(extents)
        self.line = extents[0].start if extents else 0
        self.lines = {line for extent in extents for line in extent}


def extent_of(path, place):
    """The lines of what begins at `place`: a clause, a statement, a decorated function."""
    text = path.read_text()
    wanted, _, which = place.partition(" @")
    heads = [n for n, line in enumerate(text.splitlines(), 1) if MARKER.sub("", line).strip() == wanted]
    if len(heads) < int(which or 1):
        sys.exit(f"handlers: {path.name} has no line `{place}`")
    first = last = heads[int(which or 1) - 1]
    for node in ast.walk(ast.parse(text)):
        if wanted == "finally:" and isinstance(node, ast.Try) and node.finalbody and node.lineno <= first:
            last = node.end_lineno
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)):
            decorators = [decorator.lineno for decorator in getattr(node, "decorator_list", [])]
            last = max(last, node.end_lineno) if min([node.lineno, *decorators]) == first else last
    return range(first, last + 1)


def run(command, folder, seconds=120):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=seconds,
                              stdin=subprocess.DEVNULL, check=False)
    except (subprocess.TimeoutExpired, OSError) as error:
        print(f"handlers: {command[0]}: {error}", file=sys.stderr)
        sys.exit(2)


def findings_of(name, ran, read):
    """[(file, line, rule)] of a tool's JSON."""
    try:
        return [read(one) for one in json.loads(ran.stdout)]
    except ValueError:
        print(f"handlers: {name} wrote no JSON: {ran.stderr.strip()[:500]}", file=sys.stderr)
        sys.exit(2)


def file_name(path):
    return pathlib.PurePath(path).name


def ask_ruff(peers, folder):
    ran = run([peers / "ruff", "check", "--isolated", "--no-cache", "--select", "E722,BLE,S110,S112,B,TRY,SIM,RUF006",
               "--output-format", "json", "."], folder)
    return findings_of("ruff", ran, lambda f: (file_name(f["filename"]), f["location"]["row"], f["code"]))


def ask_pylint(peers, folder):
    ran = run([peers / "python", "-m", "pylint", "--rcfile=", "--output-format=json", "--disable=all", "--enable=W",
               *sorted(p.name for p in folder.glob("*.py"))], folder)
    return findings_of("pylint", ran, lambda f: (file_name(f["path"]), f["line"], f["symbol"]))


def ask_flake8(peers, folder):
    ran = run([peers / "python", "-m", "flake8", "--isolated", "--select=E722,B", "."], folder)
    if ran.stderr.strip():
        print(f"handlers: flake8: {ran.stderr.strip()[:500]}", file=sys.stderr)
        sys.exit(2)
    parts = (line.split(":", 3) for line in ran.stdout.splitlines())
    return [(file_name(path), int(line), flake8_rule(text)) for path, line, _, text in parts]


def flake8_rule(text):
    """flake8-blind-except's B901 and B902 are other rules in bugbear: told apart by their words."""
    rule = text.split()[0]
    return "BLE" if "blind except" in text and rule in ("B901", "B902") else rule


def ask_decode_ledger(program, folder):
    """Each probe is a package of its own, as each is a file of its own to the others."""
    found = []
    for path in sorted(folder.glob("*.py")):
        with tempfile.TemporaryDirectory(prefix="probe-") as name:
            alone = pathlib.Path(name)
            lay_out_file(path, alone)
            (alone / "ledger.toml").write_text(EMPTY_LEDGER)
            told = program_of_corpus.run_json(program, ["check", "--format", "json"], alone)["findings"]
            found += [(f.place.file, f.place.line, f.code) for f in map(program_of_corpus.read_finding, told)]
    return found


def check_rows(probes, folder):
    """Runs the probes; the number of rows that Python contradicts."""
    wrong = 0
    for probe in probes:
        if probe.name in NOT_RUN:
            continue
        ran = run([sys.executable, "-B", "-c", RUN.format(module=probe.name, statements=probe.statements)], folder)
        is_lost = ran.returncode == 0
        if is_lost != probe.is_lost:
            wrong += 1
            print(f"{probe.name}: the row says {'lost' if probe.is_lost else 'heard'}, and the run ended with "
                  f"{ran.returncode}: {ran.stderr.strip().splitlines()[-1:]}")
    return wrong


def make_peers(folder):
    """The folder of the peers' programs; installs what is pinned unless it is there."""
    stamp = folder / "pinned.txt"
    if not stamp.exists() or stamp.read_text() != "\n".join(PINNED):
        venv.create(folder, with_pip=True, clear=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        if (ran := run([*pip, *PINNED], ROOT, 600)).returncode != 0:
            print(f"handlers: pip: {ran.stderr.strip()[-500:]}", file=sys.stderr)
            sys.exit(2)
        stamp.write_text("\n".join(PINNED))
    return folder / "bin"


def word(probe, lines):
    """What a tool's findings on `lines` are: (word, is a false alarm among them)."""
    alarm = any(line not in probe.lines for line in lines)
    if not probe.is_lost:
        return "FALSE ALARM" if alarm else "quiet", alarm
    return "fires" if any(line in probe.lines for line in lines) else "MISSES", alarm


def print_table(probes, found):
    tools = list(SPEAKS)
    sums = {tool: collections.Counter() for tool in tools}
    print(f"{'probe':<41} {'the fault is':<14}" + "".join(f"{tool:<15}" for tool in tools))
    for probe in probes:
        cells = []
        for tool in tools:
            lines = [line for file, line, rule in found[tool] if file == probe.path.name and rule in SPEAKS[tool]]
            cell, alarm = word(probe, lines)
            sums[tool][cell] += 1
            sums[tool]["elsewhere"] += alarm and probe.is_lost
            cells.append(cell + (", alarm" if alarm and probe.is_lost else ""))
        truth = f"lost, line {probe.line}" if probe.is_lost else "heard"
        print(f"{probe.name:<41} {truth:<14}" + "".join(f"{cell:<15}" for cell in cells).rstrip())
    num_lost = sum(probe.is_lost for probe in probes)
    print()
    for title, key, of in (("fires at the clause that loses it", "fires", num_lost),
                           ("misses it", "MISSES", num_lost),
                           ("false alarm where it is heard", "FALSE ALARM", len(probes) - num_lost),
                           ("quiet where it is heard", "quiet", len(probes) - num_lost),
                           ("fires at another line where it is lost", "elsewhere", num_lost)):
        print(f"{title:<41} {f'of {of}':<14}" + "".join(f"{sums[tool][key]:<15}" for tool in tools).rstrip())


def print_others(probes, found):
    files = {probe.path.name for probe in probes}
    print("\nspoke of something else, not counted:")
    for tool in SPEAKS:
        rules = collections.Counter(rule for file, _, rule in found[tool] if file in files and rule not in SPEAKS[tool])
        shown = ", ".join(f"{rule} x{n}" for rule, n in sorted(rules.items(), key=lambda item: (-item[1], item[0]))[:8])
        print(f"  {tool:<14} {shown or 'nothing'}")


def main():
    parser = argparse.ArgumentParser(description="Who says which clause loses the guard's fault?")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release")
    parser.add_argument("--peers", type=pathlib.Path, default=ROOT / "build" / "peers")
    arguments = parser.parse_args()
    program = (arguments.build / "decode-ledger").resolve()
    if not program.exists():
        print(f"handlers: there is no program at {program}", file=sys.stderr)
        sys.exit(2)
    peers = make_peers(arguments.peers.resolve())

    probes = [Probe(*row) for row in PROBES]
    with tempfile.TemporaryDirectory(prefix="handlers-") as name:
        folder = pathlib.Path(name)
        for probe in probes:
            lay_out_file(probe.path, folder)
        asked = {"ruff": lambda: ask_ruff(peers, folder), "pylint": lambda: ask_pylint(peers, folder),
                 "flake8": lambda: ask_flake8(peers, folder), "decode-ledger": lambda: ask_decode_ledger(program, folder)}
        found, seconds = {}, {}
        for tool, ask in asked.items():
            begin = time.monotonic()
            found[tool] = sorted(ask())
            seconds[tool] = time.monotonic() - begin
        (folder / "transformers.py").write_text(STUB)
        wrong = check_rows(probes, folder)

    num_run = sum(probe.name not in NOT_RUN for probe in probes)
    print(f"{len(probes)} probes; {num_run} of them run: {wrong} rows are wrong by Python's own word\n")
    print_table(probes, found)
    print_others(probes, found)
    print("\n" + ", ".join(PINNED))
    print("seconds: " + ", ".join(f"{tool} {seconds[tool]:.1f}" for tool in SPEAKS))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
