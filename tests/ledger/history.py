"""A ledger's life: a package is refactored again and again, each time in one known way, and after each the ledger must say
exactly what is known, be put right by the command that says so, and hold again.

    move lines         comments, blank lines and the order of functions        nothing
    reformat           calls exploded or joined, quotes, parentheses           nothing
    rename function    by its fingerprint                                      DL112
    move file                                                                  DL112
    insert twin        before the sites of a function                          DL101 for the new one alone
    change variable    of what is decoded                                      DL104; of a guarded site nothing
    delete site                                                                DL103
    add site           in a function of its own                                DL101
    change handler     its body                                                DL104
"""

import random
import shutil
import subprocess
import tomllib

from package import HEAD, Broken, Function, Module, Package, Site

SEED = 20261130
KINDS = ["move lines", "reformat", "rename function", "move file", "insert twin", "change variable", "delete site",
         "add site", "change handler"]
CATEGORY = ("--category", "accepted-risk", "--reason", "read by people alone, published nowhere")


class History:
    def __init__(self, program, folder, seed):
        self.random = random.Random(seed)
        self.package = Package(program, folder)
        self.count = 0
        # By the identity of a site or of a calling function: guarded, exempt, todo; or handler.
        self.status = {}
        # The ordinal that an entry has in the ledger; 0: none. What the code has may differ until sync writes it.
        self.entry_key = {}
        self.has_black = shutil.which("black") is not None

    def name(self, prefix):
        self.count += 1
        return f"{prefix}_{self.count}"

    def site(self):
        return Site(self.name("ids"), self.random.randint(1, 3))

    def function(self, guarded):
        sites = [self.site() for _ in range(self.random.choice([1, 1, 2, 3]))]
        if len(sites) == 1 and self.random.random() < 0.5:
            sites[0].variable = "ids"  # functions that decode alike are met: their fingerprints are the same
        return Function(self.name("read"), guarded, sites)

    def begin(self):
        for _ in range(4):
            functions = [self.function(self.random.random() < 0.5) for _ in range(3)]
            functions.append(self.function(True))
            call = Function(self.name("serve"), False, [])
            call.callee, call.handler = functions[-1], "pass"
            self.package.modules.append(Module(self.name("m"), [*functions, call]))
        self.package.write()
        self.package.run("init", "-o", "ledger.toml")
        text = self.package.ledger.read_text()
        self.package.ledger.write_text(text.replace("schema = 1\n", HEAD.replace("schema = 1\n", "schema = 1  # ours\n")))
        for module in self.package.modules:
            for function in module.functions:
                if function.callee:
                    self.decide_handler(module, function)
                for site in function.sites:
                    self.status[site] = "guarded" if function.guarded else "todo"
        self.package.run("sync")
        self.note_keys()
        for module, function, index, site in self.all_sites():
            if self.status[site] == "todo" and self.random.random() < 0.5:
                self.decide(module, function, index, site)
        self.expect([])

    # ---- what is known ----

    def all_sites(self):
        return [(m, f, i, s) for m in self.package.modules for f in m.functions for i, s in enumerate(f.sites)]

    def all_callers(self):
        return [(m, f) for m in self.package.modules for f in m.functions if f.callee]

    def handler_key(self, module, function):
        return f"pkg.{module.name}:{function.name}:except Exception"

    def key(self, module, function, index):
        return self.package.keys(module, function)[index]

    def note_keys(self):
        """The entries speak of what the code has: after sync. An ordinal stays written when its twins are gone."""
        written = set()
        for entry in tomllib.loads(self.package.ledger.read_text())["site"]:
            written.add(f"{entry['module']}:{entry['scope']}:{entry['call']}" + (f"#{entry['nth']}" if "nth" in entry else ""))
        for module, function, index, site in self.all_sites():
            key = self.key(module, function, index)
            self.entry_key[site] = key if key in written else f"{key}#1"
        if written != {self.entry_key[site] for _, _, _, site in self.all_sites()}:
            raise Broken(f"entries for nothing: {written ^ set(self.entry_key.values())}")
        for module, function in self.all_callers():
            self.entry_key[function] = self.handler_key(module, function)

    def expect(self, known):
        self.package.write()
        found = self.package.findings()
        if found != sorted(known):
            raise Broken(f"expected {sorted(known)}\nfound    {found}")

    # ---- the commands that put it right ----

    def decide(self, module, function, index, site):
        self.package.run("exempt", self.key(module, function, index), *CATEGORY)
        self.status[site] = "exempt"

    def decide_handler(self, module, function):
        line = module.line_of(f"print({function.callee.name}(") + 1
        self.package.run("exempt", f"pkg/{module.name}.py:{line}", "--reason", "the watchdog raises the fault again")
        self.status[function] = "handler"

    def settle(self, undecided, changes):
        """sync, then a decision for each of `undecided`; the ledger must hold afterwards, and be in step."""
        before = self.package.ledger.read_bytes()
        self.package.run("sync", "--prune", "--check", status=1 if changes else 0)
        if self.package.ledger.read_bytes() != before:
            raise Broken("`sync --check` wrote the ledger")
        self.package.run("sync", "--prune")
        for one in undecided:
            if len(one) == 2:
                self.decide_handler(*one)
            else:
                self.decide(*one)
        self.note_keys()
        self.expect([])
        self.package.run("sync", "--prune", "--check")

    # ---- the refactorings ----

    def refactor(self, kind):
        return getattr(self, kind.replace(" ", "_"))()

    def move_lines(self):
        module = self.random.choice(self.package.modules)
        module.noise = (module.noise + 1) % 3
        self.random.shuffle(module.functions)
        self.expect([])
        self.settle([], False)

    def reformat(self):
        module = self.random.choice(self.package.modules)
        module.style = 1 - module.style
        self.expect([])
        if self.has_black:
            subprocess.run(["black", "-q", str(self.package.folder / "pkg")], check=True)
            if found := self.package.findings():
                raise Broken(f"after black: {found}")
        self.settle([], False)

    def rename_function(self):
        module = self.random.choice(self.package.modules)
        function = self.random.choice(module.functions)
        function.name = self.name("renamed")
        self.expect([("DL112", self.entry_key[one]) for one in ([function] if function.callee else function.sites)])
        self.settle([], bool(function.callee or function.sites))

    def move_file(self):
        module = self.random.choice(self.package.modules)
        module.name = self.name("m")
        things = [one for f in module.functions for one in ([f] if f.callee else f.sites)]
        self.expect([("DL112", self.entry_key[one]) for one in things])
        self.settle([], bool(things))

    def insert_twin(self):
        module, function, _, _ = self.random.choice(self.all_sites())
        index = self.random.randint(0, len(function.sites) - 1)
        twin = Site(self.name("twin"), self.random.randint(1, 3))
        function.sites.insert(index, twin)
        self.status[twin] = "guarded" if function.guarded else "new"
        self.expect([("DL101", self.key(module, function, index))])
        self.settle([] if function.guarded else [(module, function, index, twin)], True)

    def change_variable(self):
        module, function, index, site = self.random.choice(self.all_sites())
        site.variable = self.name("other")
        if function.guarded:
            self.expect([])
            return self.settle([], True)
        self.expect([("DL104", self.entry_key[site])])
        self.settle([(module, function, index, site)], False)

    def delete_site(self):
        # What is called from a handler stays guarded, else that handler stops nothing.
        called = {f.callee for _, f in self.all_callers()}
        module, function, index, site = self.random.choice([x for x in self.all_sites() if x[1] not in called])
        function.sites.remove(site)
        if not function.sites:
            module.functions.remove(function)
        self.expect([("DL103", self.entry_key.pop(site))])
        self.settle([], True)

    def add_site(self):
        module = self.random.choice(self.package.modules)
        function = self.function(self.random.random() < 0.5)
        module.functions.insert(self.random.randint(0, len(module.functions)), function)
        for site in function.sites:
            self.status[site] = "guarded" if function.guarded else "new"
        self.expect([("DL101", key) for key in self.package.keys(module, function)])
        new = [] if function.guarded else [(module, function, i, s) for i, s in enumerate(function.sites)]
        self.settle(new, function.guarded)

    def change_handler(self):
        module, function = self.random.choice(self.all_callers())
        function.handler = f"print({self.count})"
        self.count += 1
        self.expect([("DL104", self.entry_key[function])])
        self.settle([(module, function)], False)


def history(program, folder, steps=200, seed=SEED):
    """Yields (what was done, None or what is wrong)."""
    life = History(program, folder, seed)
    life.begin()
    counts = dict.fromkeys(KINDS, 0)
    for step in range(steps):
        kind = KINDS[step] if step < len(KINDS) else life.random.choice(KINDS)
        counts[kind] += 1
        try:
            life.refactor(kind)
        except Broken as broken:
            yield f"step {step}, {kind}", str(broken)
            return
        yield f"step {step}, {kind}", None
    print("history: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
