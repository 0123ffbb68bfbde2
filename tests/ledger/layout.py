"""Ledgers in every style that TOML has: `sync` writes what it must, and every other byte stays.

A ledger is made as a row of pieces. Of each piece it is known what it reads after `sync`: an entry whose fingerprint is
old gets the new one, a todo becomes guarded, a module that was renamed its new name, a missing entry a table of its own
behind the one before it; comments, blank lines and everything else stay. The row of the new pieces is what `sync` must
write, byte for byte, and a second `sync` must write nothing.
"""

import json
import random

from package import Broken, Function, Module, Package, Site

SEED = 20261130
COMMENTS = ["# plain", "# größer 😀 than \\u0000", "#", "#[[site]]", '# "quoted', "   # indented", "# module = 'x'"]
SENTENCES = ["encoded on the host, one line above", 'it says "so", and that\'s that', "größe 😀, ünïcode", "back\\slash and # no comment",
             "ends with a quote'"]


def sites_of(program, folder):
    """Three modules of guarded functions; (module, scope, fingerprint) of each site, in the order of the ledger."""
    package = Package(program, folder)
    for number, name in enumerate(("alpha", "beta", "gamma")):
        functions = [Function(f"f_{i}", True, [Site("ids", 10 * number + i)]) for i in range(1, 5)]
        package.modules.append(Module(name, functions))
    package.write()
    package.ledger.write_text("schema = 1\n")
    sites = json.loads(package.run("inventory", "--format", "json").stdout)["sites"]
    return package, [(s["module"], s["scope"], s["fingerprint"]) for s in sites if s["scope"].startswith("f_")]


class Writer:
    def __init__(self, rng, newline):
        self.rng, self.newline = rng, newline

    def string(self, text, literal=None):
        """One of the four kinds of strings that can hold `text`."""
        basic = text.replace("\\", "\\\\").replace('"', '\\"')
        kinds = [f'"{basic}"', f'"""{basic}"""', f'"""{self.newline}{basic}"""']
        if "'" not in text:
            kinds += [f"'{text}'", f"'''{text}'''", f"'''{self.newline}{text}'''"]
        return self.rng.choice(kinds[:1] if literal is False else kinds)

    def key(self, name):
        return self.rng.choice([name, name, f'"{name}"', f"'{name}'"])

    def equals(self):
        return self.rng.choice([" = ", "=", "   = ", " =\t"])

    def end(self):
        return self.rng.choice(["", "", " ", "\t# why", "  # größer 😀"]) + self.newline

    def comments(self, most):
        return "".join(self.rng.choice(COMMENTS) + self.newline for _ in range(self.rng.randint(0, most)))

    def blank(self):
        return self.rng.choice(["", " ", "\t"]) + self.newline


def values_of(site, kind, rng):
    """(key, value before, value after) of an entry, in the order of the keys; None before: sync adds the key."""
    module, scope, fingerprint = site
    pairs = [("module", module, module), ("scope", scope, scope), ("call", "tok.decode", "tok.decode")]
    if kind == "exempt":
        pairs += [("status", "exempt", "exempt"), ("category", "host-ids", "host-ids"),
                  ("reason", *[rng.choice(SENTENCES)] * 2), ("expires-on", *["2999-01-01"] * 2)]
    else:
        pairs.append(("status", "todo" if kind == "todo" else "guarded", "guarded"))
    if kind == "moved":
        pairs[0] = ("module", "pkg.gone", module)
    old = {"old": "0123456789ab", "bare": None}.get(kind, fingerprint)
    return [*pairs, ("fingerprint", old, fingerprint)]


def replaced(writer, before, after):
    """The texts of a value before and after, which differ: in literal quotes where it was in such, else in basic ones."""
    literal = writer.rng.random() < 0.5
    quote = "'" if literal else '"'
    if not literal and writer.rng.random() < 0.3:
        return f'"""{before}"""', f'"{after}"'
    return f"{quote}{before}{quote}", f"{quote}{after}{quote}"


def value_texts(writer, name, before, after):
    if name == "expires-on":
        return before, after
    if before == after:
        text = writer.string(before)
        return text, text
    return replaced(writer, before, after)


def pairs_in_order(writer, pairs):
    """Keys in any order; but a key that sync adds stands behind the key before it in the order of keys."""
    if any(before is None for _, before, _ in pairs):
        return pairs
    shuffled = pairs[:]
    if writer.rng.random() < 0.4:
        writer.rng.shuffle(shuffled)
    return shuffled


def table(writer, site, kind):
    """(before, after) of a `[[site]]` with its own comments."""
    n = writer.newline
    before = writer.comments(2) + writer.rng.choice(["[[site]]", "[[ site ]]", '[["site"]]', "  [[site]]"]) + writer.end()
    after = before
    for name, was, now in pairs_in_order(writer, values_of(site, kind, writer.rng)):
        # A comment in a line of its own may speak of the next key: a new one stands right below the key before it.
        comments = writer.comments(1) if writer.rng.random() < 0.2 else ""
        before += comments
        if was is None:
            after += f'{name} = "{now}"{n}' + comments
            continue
        head, end = comments + writer.key(name) + writer.equals(), writer.end()
        text_before, text_after = value_texts(writer, name, was, now)
        before += head[len(comments):] + text_before + end
        after += head + text_after + end
    return before, after


def new_table(writer, site):
    n = writer.newline
    module, scope, fingerprint = site
    return (f'[[site]]{n}module = "{module}"{n}scope = "{scope}"{n}call = "tok.decode"{n}status = "guarded"{n}'
            f'fingerprint = "{fingerprint}"{n}')


def head_of(writer):
    n = writer.newline
    lines = ["schema = 1" + writer.end()]
    lines += writer.rng.sample([f'"fault".type = ["pkg.faults.HardwareFault"]{n}', f"package.tests = [{n}  'x/**', # no{n}]{n}",
                                f'package . exclude = []{n}', f'requires = ">=0.0"{n}', f"guard = [ ]{n}"], 2)
    writer.rng.shuffle(lines)
    return writer.comments(2) + "".join(lines) + writer.comments(1) + writer.blank()


def tables(writer, sites, kinds):
    """A ledger of tables. Pieces that stand between entries belong to none."""
    n = writer.newline
    before = after = head_of(writer)
    waiting = []  # missing entries that stand before the first one that is there
    has_one, behind = False, 0
    for site, kind in zip(sites, kinds):
        if kind == "missing":
            if has_one:
                added = n + new_table(writer, site)
                after = after[:behind] + added + after[behind:]
                behind += len(added)
            else:
                waiting.append(site)
            continue
        old, new = table(writer, site, kind)
        before += old
        after += "".join(new_table(writer, one) + n for one in waiting) + new
        waiting, has_one = [], True
        # Comments right below it are its own; apart from them stands what belongs to nobody.
        below = writer.comments(1)
        gap = writer.blank() + (writer.comments(1) + writer.blank() if writer.rng.random() < 0.3 else "")
        before += below + gap
        after += below
        behind = len(after)
        after += gap
    tail = writer.rng.choice(["", f"[rules]{writer.end()}DL213 = 'off'{n}", f"# the end{n}"])
    before, after = before + tail, after + tail
    if not has_one:
        after += "".join(("" if i == 0 and ends_blank(after, n) else n) + new_table(writer, site) for i, site in enumerate(waiting))
    return before, after


def ends_blank(text, newline):
    return not text[:-len(newline)].split("\n")[-1].strip() if text.endswith(newline) else False


def inline_pair(writer, name, was, now):
    head = writer.key(name) + writer.rng.choice([" = ", "="])
    if name == "expires-on":
        return head + was, head + now
    if was == now:
        text = writer.string(was, literal=False)
        return head + text, head + text
    a, b = replaced(writer, was, now)
    return head + a, head + b


def inline(writer, sites, kinds):
    """A ledger whose entries are inline tables, a line each or all in one. None is missing: where new ones stand among
    such is what tests/unit/ledger/edit_test.cc says."""
    in_lines = writer.rng.random() < 0.6
    before = after = head_of(writer) + "site = [" + (writer.end() if in_lines else "")
    has_last_comma = writer.rng.random() < 0.5
    for number, (site, kind) in enumerate(zip(sites, kinds)):
        is_last = number + 1 == len(sites)
        old_pairs, new_pairs = [], []
        for name, was, now in pairs_in_order(writer, values_of(site, kind, writer.rng)):
            if was is None:
                new_pairs.append(f'{name} = "{now}"')
                continue
            a, b = inline_pair(writer, name, was, now)
            old_pairs.append(a)
            new_pairs.append(b)
        comma = writer.rng.choice([", ", ",", " , "])
        old, new = "{" + comma.join(old_pairs) + "}", "{" + comma.join(new_pairs) + "}"
        if kind == "bare":  # the new pair has a comma of its own
            new = "{" + comma.join(new_pairs[:-1]) + ", " + new_pairs[-1] + "}"
        if in_lines:
            lead = writer.comments(1) + "  "
            end = ("" if is_last and not has_last_comma else ",") + writer.end()
        else:
            lead, end = ("" if number == 0 else " "), ("" if is_last else ",")
        before, after = before + lead + old + end, after + lead + new + end
    return before + "]" + writer.newline, after + "]" + writer.newline


def one_ledger(seed, sites):
    rng = random.Random(seed)
    writer = Writer(rng, rng.choice(["\n", "\n", "\r\n"]))
    kinds = [rng.choice(["same", "same", "old", "bare", "todo", "exempt", "moved", "missing"]) for _ in sites]
    # A ledger that names no module of the package is refused as another one's.
    if all(kind in ("moved", "missing") for kind in kinds):
        kinds[0] = "same"
    if rng.random() < 0.4:
        kinds = [kind if kind != "missing" else "same" for kind in kinds]
        before, after = inline(writer, sites, kinds)
    else:
        before, after = tables(writer, sites, kinds)
    if rng.random() < 0.2:
        before, after = "\ufeff" + before, "\ufeff" + after
    return before, after, kinds


def layout(program, folder, ledgers):
    """Yields (what was tried, None or what is wrong)."""
    package, sites = sites_of(program, folder)
    for seed in range(SEED, SEED + ledgers):
        before, after, kinds = one_ledger(seed, sites)
        package.ledger.write_bytes(before.encode())
        try:
            changes = any(kind not in ("same", "exempt") for kind in kinds)
            package.run("sync", "--check", status=1 if changes else 0)
            package.run("sync")
            if (now := package.ledger.read_bytes()) != after.encode():
                raise Broken(difference(after.encode(), now))
            package.run("sync", "--check")
        except Broken as broken:
            yield f"seed {seed}, {' '.join(kinds)}", str(broken)
            continue
        yield f"seed {seed}", None


def difference(expected, found):
    at = next((i for i, (a, b) in enumerate(zip(expected, found)) if a != b), min(len(expected), len(found)))
    return (f"differs at byte {at}\nexpected {expected[max(0, at - 120):at + 120]!r}\n"
            f"found    {found[max(0, at - 120):at + 120]!r}")
