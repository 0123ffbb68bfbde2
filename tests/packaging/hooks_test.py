"""The pre-commit hooks, run by the real pre-commit in a throwaway repository."""
import os
import re
import time

from case import REPOSITORY, Failed, run, snapshot

CLEAN = """from transformers import AutoTokenizer


class HardwareFault(RuntimeError):
    pass


tok = AutoTokenizer.from_pretrained("m")


def assert_ids_in_range(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is outside [0, {len(tokenizer)})")


def label(model, batch):
    ids = model.generate(batch)
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)
"""
UNGUARDED = """

def show(model, batch):
    return tok.decode(model.generate(batch))
"""


class Committer:
    """A package with its ledger in a git repository with the hook `hook` installed."""

    def __init__(self, case, hook):
        self.folder = case.folder / "work"
        self.environment = {"PRE_COMMIT_HOME": case.folder / "cache", "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "/dev/null",
                            "VIRTUALENV_NO_PERIODIC_UPDATE": "1"}
        rev = run("git", "rev-parse", "HEAD", folder=snapshot()).expect().out.strip()
        case.put("work/.pre-commit-config.yaml",
                 f"repos:\n  - repo: {snapshot()}\n    rev: {rev}\n    hooks:\n      - id: {hook}\n")
        case.put("work/pkg/__init__.py", CLEAN)
        self.run("git", "init", "-q", ".").expect()
        self.run(case.program, "init", "-o", "ledger.toml").expect()
        self.run(case.program, "check").expect()
        self.run("git", "add", "-A").expect()
        self.run("pre-commit", "install").expect()

    def run(self, *command, path=None):
        return run(*command, folder=self.folder, environment={**self.environment, **({"PATH": path} if path else {})})

    def commit(self, path=None):
        """The run of `git commit` with everything staged, and its seconds."""
        self.run("git", "add", "-A").expect()
        start = time.monotonic()
        return self.run("git", "commit", "-qm", "a change", path=path), time.monotonic() - start

    def num_commits(self):
        ran = self.run("git", "rev-list", "--count", "HEAD")
        return int(ran.out) if ran.status == 0 else 0


def path_with(program):
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def check_gate(case, work, path=None):
    """A clean commit passes, an unguarded site is refused, and its guard lets it pass; the ledger is left alone."""
    ledger = (work.folder / "ledger.toml").read_bytes()
    ran, first = work.commit(path)
    ran.expect(0, err=[])
    if not re.search(r"^decode-ledger\.+Passed$", ran.out + ran.err, re.MULTILINE):
        ran.fail("the hook did not run")
    case.put("work/pkg/__init__.py", CLEAN + UNGUARDED)
    ran, second = work.commit(path)
    if ran.status == 0 or "DL101 unledgered-site" not in ran.out + ran.err:
        ran.fail("an unguarded site was committed")
    assert work.num_commits() == 1
    case.put("work/pkg/__init__.py", CLEAN)
    case.put("work/README.md", "No Python here.\n")
    ran, _ = work.commit(path)
    ran.expect(0)
    if "(no files to check)Skipped" not in ran.out + ran.err:
        ran.fail("a commit without Python or TOML was checked")
    assert (work.folder / "ledger.toml").read_bytes() == ledger, "a hook wrote the ledger"
    print(f"         commit with the hook: first {first:.1f} s, then {second:.1f} s")


def test_hooks_are_as_pre_commit_wants_them(case):
    hooks = REPOSITORY / ".pre-commit-hooks.yaml"
    case.run("pre-commit", "validate-manifest", hooks).expect()
    broken = case.put("broken.yaml", hooks.read_text().replace("language:", "tongue:"))
    if case.run("pre-commit", "validate-manifest", broken).status == 0:
        raise Failed("pre-commit takes a hook without a language: its silence says nothing")


def test_hook_that_builds_the_program(case):
    check_gate(case, Committer(case, "decode-ledger"))


def test_hook_of_an_installed_program(case):
    work = Committer(case, "decode-ledger-system")
    check_gate(case, work, path=path_with(case.program))


def test_hook_says_what_is_missing(case):
    work = Committer(case, "decode-ledger")
    names = ("git", "pre-commit", "bash", "sh", "env", "python3", "sed", "uname", "basename", "dirname", "cat")
    ran, _ = work.commit(path=case.path_of(*names))
    if ran.status == 0 or "missing here: cmake; ninja; a C++ compiler; npm" not in ran.out + ran.err:
        ran.fail("expected what is missing")
    if "sudo apt-get install g++ cmake" not in ran.out + ran.err:
        ran.fail("expected how to install it")
    assert work.num_commits() == 0


def test_hook_without_a_ledger_says_so(case):
    work = Committer(case, "decode-ledger-system")
    (work.folder / "ledger.toml").unlink()
    ran, _ = work.commit(path=path_with(case.program))
    if ran.status == 0 or "decode-ledger init" not in ran.out + ran.err:
        raise Failed(ran.out + ran.err)
