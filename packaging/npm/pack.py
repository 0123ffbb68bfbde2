#!/usr/bin/env python3
"""Writes the npm packages as tarballs: `decode-ledger`, a launcher, and the one with this platform's program.

usage: pack.py FOLDER [PREFIX]      PREFIX: what `cmake --install` laid out; built from the preset `static` when left out

Each platform's package is made on a machine of its own; the launcher's is the same from all of them. Both are written by
`npm pack`, and `npm install FOLDER/*.tgz` takes them.
"""
import json
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "packaging/python"))
import decode_ledger_build as backend  # noqa: E402

# By e_machine of the ELF header, as Node names them.
MACHINES = {62: "x64", 183: "arm64"}
# Every platform that the launcher asks npm for.
PLATFORMS = ("linux-x64", "linux-arm64")


def manifest(name, **more):
    return {"name": name, "version": backend.version(), "description": backend.project("description"), "license": "MIT", **more}


def launcher_manifest():
    return manifest("decode-ledger", bin={"decode-ledger": "bin/decode-ledger.js"}, engines={"node": ">=16"},
                    optionalDependencies={f"@decode-ledger/{platform}": backend.version() for platform in PLATFORMS})


def platform_of(program):
    """"linux-x64". Refused: a program that needs libraries, which another machine may not have."""
    machine = MACHINES.get(struct.unpack_from("<H", program, 18)[0]) if program[:4] == b"\x7fELF" else None
    if machine is None or not backend.needs_no_library(program):
        sys.exit("pack.py: the program is no static program for Linux on x64 or arm64")
    return f"linux-{machine}"


def write(folder, content):
    """The files of a package; (text or bytes, mode) by name."""
    for name, (text, mode) in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(mode)


def pack(manifest_of_it, content, out):
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder), {"package.json": (json.dumps(manifest_of_it, indent=2) + "\n", 0o644), **content})
        done = subprocess.run(["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", str(out.resolve())],
                              cwd=folder, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)[0]["filename"]


def pack_all(prefix, out):
    program = (prefix / "bin/decode-ledger").read_bytes()
    platform = platform_of(program)
    licences = (prefix / "share/doc/decode-ledger/copyright").read_bytes()
    page = (prefix / "share/man/man1/decode-ledger.1").read_bytes()
    system, cpu = platform.split("-")
    main = {"bin/decode-ledger.js": ((HERE / "launcher.js").read_bytes(), 0o755),
            "README.md": ((ROOT / "README.md").read_bytes(), 0o644), "LICENSE": ((ROOT / "LICENSE").read_bytes(), 0o644)}
    own = {"bin/decode-ledger": (program, 0o755), "man/decode-ledger.1": (page, 0o644), "LICENSE": (licences, 0o644)}
    return [pack(launcher_manifest(), main, out),
            pack(manifest(f"@decode-ledger/{platform}", os=[system], cpu=[cpu], preferUnplugged=True), own, out)]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.strip())
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    if not shutil.which("npm"):
        sys.exit("pack.py: npm is missing")
    if len(sys.argv) == 3:
        print("\n".join(pack_all(pathlib.Path(sys.argv[2]), out)))
        return
    with tempfile.TemporaryDirectory() as prefix:
        try:
            backend.install_program(pathlib.Path(prefix))
        except backend.CannotBuild as problem:
            sys.exit(str(problem))
        print("\n".join(pack_all(pathlib.Path(prefix), out)))


if __name__ == "__main__":
    main()
