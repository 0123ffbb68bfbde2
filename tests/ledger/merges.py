"""Two branches that change the ledger meet in git."""

import os
import random
import subprocess

from package import HEAD, Broken, Function, Module, Package, Site

SEED = 20261130
PAIRS = 12


class Repository:
    def __init__(self, program, folder):
        self.package = Package(program, folder)
        self.environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        for who in ("AUTHOR", "COMMITTER"):
            self.environment |= {f"GIT_{who}_NAME": "x", f"GIT_{who}_EMAIL": "x@x"}

    def git(self, *arguments, check=True):
        return subprocess.run(["git", *arguments], cwd=self.package.folder, env=self.environment, check=check,
                              capture_output=True, text=True)

    def commit(self, message):
        self.git("add", ".")
        self.git("commit", "-q", "-m", message)

    def begin(self):
        """Three modules of functions `f_10`, `f_20` …, guarded and in the ledger, on branch `main`."""
        for name in ("alpha", "beta", "gamma"):
            functions = [Function(f"f_{i}0", True, [Site("ids", i)]) for i in range(1, 5)]
            self.package.modules.append(Module(name, functions))
        self.package.write()
        self.package.ledger.write_text(HEAD)
        self.package.run("sync")
        self.git("init", "-q", "-b", "main")
        self.commit("begin")

    def add_on(self, branch, module, place):
        """A guarded function behind the one at `place`, on a branch of its own off main."""
        self.git("switch", "-q", "-c", branch, "main")
        functions = self.package.modules[module].functions
        added = Function(f"f_{place + 1}5", True, [Site("ids", 9)])
        functions.insert(place + 1, added)
        self.package.write()
        self.package.run("sync")
        functions.remove(added)
        self.commit(branch)

    def merge(self, *branches):
        """True when git finds no conflict."""
        self.git("switch", "-q", "-c", "both", branches[0])
        return self.git("merge", "-q", "-m", "both", branches[1], check=False).returncode == 0


def fresh(program, folder, name):
    os.mkdir(os.path.join(folder, name))
    repository = Repository(program, os.path.join(folder, name))
    repository.begin()
    return repository


def hold(repository):
    """The merged ledger holds, and sync has nothing to do."""
    if found := repository.package.findings():
        raise Broken(f"after the merge: {found}")
    repository.package.run("sync", "--check")


def adds_meet(program, folder, name, here, there):
    repository = fresh(program, folder, name)
    repository.add_on("here", *here)
    repository.add_on("there", *there)
    if not repository.merge("here", "there"):
        raise Broken(f"{here} and {there}: a conflict\n{repository.git('diff').stdout}")
    hold(repository)


def same_entry(program, folder):
    """Both decide on one site, each in its own words."""
    repository = fresh(program, folder, "same")
    package = repository.package
    for branch, reason in (("here", "read by people alone"), ("there", "the text is thrown away")):
        repository.git("switch", "-q", "-c", branch, "main")
        package.run("exempt", "pkg.beta:f_20:tok.decode", "--category", "accepted-risk", "--reason", reason)
        repository.commit(branch)
    if repository.merge("here", "there"):
        raise Broken("git merged two decisions about one site")
    for command in ("check", "sync", "inventory"):
        done = package.run(command, status=2)
        if b"git left a conflict in lines" not in done.stderr or b"ledger.toml:" not in done.stderr:
            raise Broken(f"{command} tells of no conflict: {done.stderr.decode()}")
        if len(done.stderr.splitlines()) != 1:
            raise Broken(f"{command} tells more than the conflict: {done.stderr.decode()}")
    text = package.ledger.read_text()
    begin, middle, end = text.index("<<<<<<<"), text.index("======="), text.index(">>>>>>>")
    kept = text[text.index("\n", begin) + 1:middle]
    package.ledger.write_text(text[:begin] + kept + text[text.index("\n", end) + 1:])
    if found := [f for f in package.findings() if f[0] != "DL113"]:  # it is guarded, and exempt for no need
        raise Broken(f"after the conflict: {found}")


def one_side_moves(program, folder):
    """One branch renames a file, the other adds a site to it. Both touch the same lines of the ledger: a conflict, and
    `sync` puts right whichever side is kept."""
    for side in ("ours", "theirs"):
        repository = fresh(program, folder, f"moves_{side}")
        package = repository.package
        repository.add_on("adds", 1, 1)
        repository.git("switch", "-q", "-c", "moves", "main")
        package.modules[1].name = "delta"
        package.write()
        package.run("sync")
        repository.commit("moves")
        if repository.merge("moves", "adds"):
            raise Broken("git merged it: this can be asked for more than `sync` after a conflict")
        if b"git left a conflict" not in package.run("check", status=2).stderr:
            raise Broken("the conflict is not told")
        repository.git("checkout", f"--{side}", "ledger.toml")
        package.run("sync", "--prune")
        hold(repository)


def merges(program, folder):
    """Yields (what was done, None or what is wrong)."""
    pick = random.Random(SEED)
    pairs = [("different modules", (0, 1), (2, 2)), ("the same module", (1, 0), (1, 2))]
    for i in range(PAIRS):
        here = (pick.randrange(3), pick.randrange(4))
        there = pick.choice([(m, p) for m in range(3) for p in range(4) if (m, p) != here])
        pairs.append((f"pair {i}", here, there))
    for i, (what, here, there) in enumerate(pairs):
        yield what, problem_of(lambda: adds_meet(program, folder, f"adds_{i}", here, there))  # noqa: B023
    yield "the same entry", problem_of(lambda: same_entry(program, folder))
    yield "one side moves", problem_of(lambda: one_side_moves(program, folder))


def problem_of(action):
    try:
        action()
    except Broken as broken:
        return str(broken)
    return None
