"""A package of our own making, as a model that is changed and written anew; and the program, run on it.

A module has functions, a function has decode sites. What the ledger must say of each is known, since the model says it.
"""

import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULTS = """class HardwareFault(RuntimeError):
    pass


def assert_ids_in_range(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault("token id {} is outside [0, {})".format(i, len(tokenizer)))
"""
HEAD = 'schema = 1\n\n[fault]\ntype = "pkg.faults.HardwareFault"\n'


class Broken(Exception):
    """A property does not hold; the message says how."""


class Site:
    """`tok.decode(variable)`, where the variable holds what a model made from `seed`."""

    def __init__(self, variable, seed):
        self.variable, self.seed = variable, seed


class Function:
    def __init__(self, name, guarded, sites):
        self.name, self.guarded, self.sites = name, guarded, sites
        self.handler = None  # of a function that calls `callee`: what its handler does
        self.callee = None


class Module:
    def __init__(self, name, functions):
        self.name, self.functions = name, functions
        self.style = 0  # which of two layouts of the same code
        self.noise = 0  # comments and blank lines

    def source(self):
        lines = ["from transformers import AutoTokenizer", "", "from pkg.faults import assert_ids_in_range", ""]
        lines += ['tok = AutoTokenizer.from_pretrained("m")', ""]
        for function in self.functions:
            lines += ["", *["# a comment", ""] * self.noise]
            lines += self.caller(function) if function.callee else self.decoder(function)
            lines += [""]
        return "\n".join(lines)

    def decoder(self, function):
        lines = [f"def {function.name}(model, batch):", "    out = []"]
        for site in function.sites:
            # Both say the same to Python, and to black one of them only after reformatting.
            if self.style == 0:
                lines.append(f'    {site.variable} = model.generate(batch, seed={site.seed}, mode="greedy")[0]')
            else:
                lines += [f"    {site.variable} = (model.generate(", "        batch,", f"        seed={site.seed},",
                          "        mode='greedy',  # said so", "    )[0])"]
            lines += ["    # the ids are looked at below"] * self.noise
            if function.guarded:
                lines.append(f"    assert_ids_in_range({site.variable}, tok)")
            if self.style == 0:
                lines.append(f"    out.append(tok.decode({site.variable}, skip_special_tokens=True))")
            else:
                lines += ["    out.append(", "        tok.decode(", f"            {site.variable},",
                          "            skip_special_tokens=True,", "        )", "    )"]
        return [*lines, "    return out"]

    def caller(self, function):
        return [f"def {function.name}(model, batches):", "    for batch in batches:", "        try:",
                f"            print({function.callee.name}(model, batch))", "        except Exception:",
                f"            {function.handler}"]

    def line_of(self, text):
        """The first line that holds `text`, from 1."""
        return next(i for i, line in enumerate(self.source().split("\n"), 1) if text in line)


class Package:
    def __init__(self, program, folder):
        self.program, self.folder = str(program), pathlib.Path(folder)
        self.modules = []
        self.ledger = self.folder / "ledger.toml"

    def write(self):
        folder = self.folder / "pkg"
        folder.mkdir(exist_ok=True)
        wanted = {"__init__.py": "", "faults.py": FAULTS} | {f"{m.name}.py": m.source() for m in self.modules}
        for path in folder.glob("*.py"):
            if path.name not in wanted:
                path.unlink()
        for name, text in wanted.items():
            (folder / name).write_text(text, encoding="utf-8")

    def run(self, *arguments, status=0, **how):
        done = subprocess.run([self.program, *arguments], cwd=how.pop("cwd", self.folder), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=120, env={**os.environ, "NO_COLOR": "1"}, check=False, **how)
        if status is not None and done.returncode != status:
            raise Broken(f"`decode-ledger {' '.join(arguments)}` ended with {done.returncode}, not {status}\n"
                         f"{done.stdout.decode()}{done.stderr.decode()}")
        return done

    def findings(self):
        """(code, subject) of each finding of `check`, sorted."""
        done = self.run("check", "--format", "json", status=None)
        if done.returncode not in (0, 1):
            raise Broken(done.stderr.decode())
        return sorted((f["code"], f["subject"]) for f in json.loads(done.stdout)["findings"])

    def keys(self, module, function):
        """The keys of a function's sites as the code has them now."""
        key = f"pkg.{module.name}:{function.name}:tok.decode"
        many = len(function.sites) > 1
        return [f"{key}#{i + 1}" if many else key for i in range(len(function.sites))]


def program_path(given):
    return pathlib.Path(given or os.environ.get("DECODE_LEDGER") or ROOT / "build" / "release" / "decode-ledger").resolve()
