#!/usr/bin/env python3
"""Everything that CI runs, one step after another; the last line is `N passed, N failed`.

    tools/test_all.py                     all steps
    tools/test_all.py --list              their names
    tools/test_all.py asan format         the steps whose name contains one of these words

A step prints one line with its name, its seconds and what it counted; the whole output is in build/logs/<step>.log, and
the end of what a failing command printed follows. Programs under test are built from the presets of CMakePresets.json; `asan` is
also the build with clang++ on libc++. Each suite tests/<suite>/run.py finds its program in DECODE_LEDGER.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "logs"
# Each suite is a folder with a run.py, and what to give it.
SUITES = [["corpus"], ["cli"], ["property"], ["mutation"], ["no_crash"], ["ledger"], ["page"], ["formats"], ["review"]]
# Under a sanitizer a run takes some twenty times as long. The properties run the corpus's programs some 20 times over and
# find nothing there that the corpus does not; what each monster may break, `check` meets: the other commands differ in
# their reports, which tests/cli covers. ThreadSanitizer gets what has work for several threads at once.
ASAN_SUITES = [["corpus"], ["cli"], ["no_crash", "--command", "check"]]
TSAN_SUITES = [["corpus", "--folders"], ["cli"], ["property", "threads"]]
TSAN_ROOMS = ["support", "source"]
FUZZ_SECONDS = 30
SHOWN_LINES = 40
CORES = os.cpu_count() or 2
LLVM_VERSIONS = range(16, 22)  # as in tools/setup.sh

# A sanitizer's report must not look like exit status 1, which means "findings".
SANITIZER_ENVIRONMENT = {
    "ASAN_OPTIONS": "exitcode=99:detect_stack_use_after_return=1:strict_string_checks=1",
    "UBSAN_OPTIONS": "exitcode=99:print_stacktrace=1",
    "TSAN_OPTIONS": "exitcode=99:second_deadlock_stack=1",
}
TALLY = re.compile(r"^(\d+) passed, (\d+) failed", re.MULTILINE)
DOCTEST_TALLY = re.compile(r"test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed")


class Step:
    """One named step: its log, what it has counted so far, and the end of what each failing command printed."""

    def __init__(self, name):
        self.name = name
        self.passed = 0
        self.failed = 0
        self.complaints = []
        self.log_path = LOGS / f"{name.replace(' ', '_')}.log"
        self.log = open(self.log_path, "w", encoding="utf-8", errors="replace")

    def run(self, command, environment=None, timeout=1800, keep=re.compile("")):
        """The exit status and the output of `command`, which is also written to the log.

        `keep`: the lines that are worth showing when it fails.
        """
        shown = " ".join(str(word) for word in command).replace(f"{ROOT}/", "")
        start = time.monotonic()
        try:
            done = subprocess.run(
                [str(word) for word in command],
                cwd=ROOT,
                env={**os.environ, **(environment or {})},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout,
                check=False,
            )
            status, output = done.returncode, done.stdout.decode("utf-8", "replace")
        except FileNotFoundError as error:
            status, output = 127, f"{error}\n"
        except subprocess.TimeoutExpired as error:
            status, output = 124, (error.stdout or b"").decode("utf-8", "replace") + f"\nstopped after {timeout} s\n"
        self.log.write(f"$ {shown}\n{output}\n[exit status {status}, {time.monotonic() - start:.1f} s]\n\n")
        self.log.flush()
        if status != 0:
            lines = [line for line in output.splitlines() if keep.search(line)]
            self.complaints += [f"$ {shown}", *lines[-SHOWN_LINES:], f"[exit status {status}]"]
        return status, output

    def expect_success(self, command, **options):
        """Counts one pass or one failure."""
        status, _ = self.run(command, **options)
        self.count(status == 0)
        return status == 0

    def count(self, good):
        if good:
            self.passed += 1
        else:
            self.failed += 1

    def count_tally(self, status, tally):
        """Adds what a suite says that it counted; a suite that died or counted nothing is a failure of its own."""
        passed, failed = (int(n) for n in tally[-1]) if tally else (0, 0)
        self.passed += passed
        self.failed += failed
        if (status != 0 and failed == 0) or passed + failed == 0:
            self.failed += 1


def tested_rooms():
    return sorted(room.name for room in (ROOT / "tests" / "unit").glob("*/") if any(room.glob("*.cc")))


def build(step, preset, targets=("all",)):
    """Goes on after an error, so that one run tells of all of them."""
    configured = step.run(["cmake", "--preset", preset])[0] == 0
    command = ["cmake", "--build", "--preset", preset, "--target", *targets, "--", "-k", "0"]
    step.count(configured and step.run(command, keep=re.compile("error[: ]|undefined reference"))[0] == 0)


def run_suites(step, preset, suites, rooms):
    """The unit-test programs, then the suites that drive the built program."""
    folder = ROOT / "build" / preset
    program = folder / "decode-ledger"
    if not program.exists():
        step.complaints.append(f"there is no {program.relative_to(ROOT)} to run")
        step.count(False)
        return
    units = [folder / f"unit_{room}" for room in rooms]
    with ThreadPoolExecutor(CORES) as pool:
        for status, output in pool.map(lambda unit: step.run([unit], environment=SANITIZER_ENVIRONMENT), units):
            step.count_tally(status, DOCTEST_TALLY.findall(output))

    for suite, *words in suites:
        environment = {"DECODE_LEDGER": str(program), **SANITIZER_ENVIRONMENT}
        status, output = step.run([sys.executable, f"tests/{suite}/run.py", *words], environment=environment)
        step.count_tally(status, TALLY.findall(output))


def check_format(step):
    step.expect_success(["tools/check_format.sh"])


def check_layering(step):
    step.expect_success([sys.executable, "tools/check_layering.py"])


def check_rules(step):
    step.expect_success([sys.executable, "tools/check_rules.py"])


def check_installed(step):
    """The program works from where `cmake --install` puts it."""
    with tempfile.TemporaryDirectory() as prefix:
        if step.expect_success(["cmake", "--install", "build/release", "--prefix", prefix]):
            status, output = step.run([f"{prefix}/bin/decode-ledger", "--version"])
            step.count(status == 0 and re.search(r"\b\d+\.\d+\.\d+\b", output) is not None)


def check_packages(step):
    """Built in build/static, and anew in throwaway folders as pip and pre-commit do it: ccache knows the objects."""
    environment = {"DECODE_LEDGER": str(ROOT / "build/release/decode-ledger")}
    status, output = step.run([sys.executable, "tests/packaging/run.py"], environment=environment)
    step.count_tally(status, TALLY.findall(output))


def check_tidy(step):
    """clang-tidy reads the commands of the asan build, whose generated sources must be there."""
    names = [f"run-clang-tidy-{version}" for version in LLVM_VERSIONS] + ["run-clang-tidy"]
    tidy = next((name for name in names if shutil.which(name)), names[0])
    step.expect_success([tidy, "-p", "build/asan", "-quiet", "-j", str(CORES), f"^{ROOT}/src/"])


def fuzz(step):
    """Each target for a short while, from the corpus as seeds; what crashes it is kept in build/fuzz/crashes/."""
    targets = sorted(source.stem for source in (ROOT / "fuzz").glob("fuzz_*.cc"))
    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(lambda target: step.expect_success(["fuzz/run.sh", target, FUZZ_SECONDS]), targets))


def build_threaded(step):
    build(step, "tsan", ["decode-ledger", *(f"unit_{room}" for room in TSAN_ROOMS)])


STEPS = [
    ("format", check_format),
    ("layering", check_layering),
    ("release build", lambda step: build(step, "release")),
    ("release suites", lambda step: run_suites(step, "release", SUITES, tested_rooms())),
    ("rules", check_rules),
    ("install", check_installed),
    ("packages", check_packages),
    ("asan build", lambda step: build(step, "asan")),
    ("asan suites", lambda step: run_suites(step, "asan", ASAN_SUITES, tested_rooms())),
    ("fuzz", fuzz),
    ("tidy", check_tidy),
    ("tsan build", build_threaded),
    ("tsan suites", lambda step: run_suites(step, "tsan", TSAN_SUITES, TSAN_ROOMS)),
]


def run_step(name, action):
    step = Step(name)
    start = time.monotonic()
    action(step)
    seconds = time.monotonic() - start
    step.log.close()
    verdict = "FAILED" if step.failed else "ok"
    print(f"{name:16} {verdict:6} {seconds:7.1f} s   {step.passed} passed, {step.failed} failed".rstrip(), flush=True)
    if step.failed:
        print("\n".join(f"    {line}" for line in step.complaints))
        print(f"    (all of it: {step.log_path.relative_to(ROOT)})", flush=True)
    return step


def main():
    parser = argparse.ArgumentParser(description="Runs what CI runs.")
    parser.add_argument("words", nargs="*", help="run the steps whose name contains one of these")
    parser.add_argument("--list", action="store_true", help="print the names of the steps")
    arguments = parser.parse_args()

    chosen = [
        (name, action)
        for name, action in STEPS
        if not arguments.words or any(word in name for word in arguments.words)
    ]
    if arguments.list:
        print("\n".join(name for name, _ in chosen))
        return 0

    os.chdir(ROOT)
    shutil.rmtree(LOGS, ignore_errors=True)
    LOGS.mkdir(parents=True)
    steps = [run_step(name, action) for name, action in chosen]
    passed = sum(step.passed for step in steps)
    failed = sum(step.failed for step in steps)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
