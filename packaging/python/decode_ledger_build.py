"""Builds the wheel and the sdist of decode-ledger (PEP 517), with CMake and nothing from an index.

The wheel holds the program that the preset `static` of CMakePresets.json makes, its manual page and its licences; no
Python at all. pip calls build_wheel() and build_sdist(); whoever reads the code starts there.

What is missing for a build is told by name before anything is compiled. Same tree in, same bytes out: the archives
hold no time of day, no owner and no order of the disk.
"""

import base64
import gzip
import hashlib
import io
import os
import pathlib
import re
import shlex
import shutil
import struct
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "decode_ledger"
# What Debian and Ubuntu call the parts of the build; tools/setup.sh installs the same.
APT_PACKAGES = (
    "g++ cmake ninja-build nodejs npm libcli11-dev libtomlplusplus-dev libfmt-dev libxxhash-dev nlohmann-json3-dev"
    " libjemalloc-dev"
)
OLDEST_CMAKE = (3, 25)
CXX_20 = "#include <ranges>\n#include <span>\n#include <version>\nstatic_assert(__cpp_lib_ranges >= 201911L);\n"

# Never part of a source tree, when git is not there to say what is.
BUILT = {".git", "build", "dist", "node_modules", "__pycache__", ".cache"}
EARLIEST_ZIP = (1980, 1, 1, 0, 0, 0)

# By e_machine of the ELF header.
MACHINES = {62: "x86_64", 183: "aarch64"}
PROGRAM_DYNAMIC, PROGRAM_INTERPRETER = 2, 3


class CannotBuild(Exception):
    """Told to the person as it is, without a traceback."""


# ---- what the build needs ----


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(\S+ VERSION (\d+(?:\.\d+)+)", text, re.MULTILINE).group(1)


def project(key):
    """A string of pyproject.toml's [project]; Python has no TOML reader before 3.11."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(rf'^{key} = "(.*)"$', text.partition("[project]")[2], re.MULTILINE).group(1)


def cmake_version():
    printed = subprocess.run(["cmake", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"(\d+)\.(\d+)", printed)
    return tuple(int(part) for part in found.groups()) if found else (0, 0)


def compiles_cxx_20(compiler):
    """Whether the compiler has the language and the library; a warning of an old one is no answer."""
    command = [*shlex.split(compiler), "-std=c++20", "-x", "c++", "-fsyntax-only", "-"]
    return subprocess.run(command, input=CXX_20, capture_output=True, text=True, check=False).returncode == 0


def missing_programs():
    missing = []
    if not shutil.which("cmake"):
        missing.append("cmake")
    elif cmake_version() < OLDEST_CMAKE:
        missing.append("cmake %d.%d or later (it is %d.%d; `pip install cmake` has it)" % (OLDEST_CMAKE + cmake_version()))
    if not shutil.which("ninja"):
        missing.append("ninja")
    compiler = os.environ.get("CXX") or next((name for name in ("c++", "g++", "clang++") if shutil.which(name)), "")
    if not compiler or not shutil.which(shlex.split(compiler)[0]):
        missing.append("a C++ compiler")
    elif not compiles_cxx_20(compiler):
        missing.append(f"a compiler of C++20 with its library (`{compiler}` is none: g++ 12 or clang++ 16 will do)")
    if not grammars_are_there() and not shutil.which("npm"):
        missing.append("npm (it fetches the two grammars that grammars/package-lock.json pins)")
    return missing


def grammars_are_there():
    """As cmake/dl_grammars.cmake decides it."""
    stamp = ROOT / "grammars/node_modules/.decode-ledger-lock"
    wanted = hashlib.sha256((ROOT / "grammars/package-lock.json").read_bytes()).hexdigest()
    return stamp.exists() and stamp.read_text(encoding="ascii") == wanted


def say_how_to_build():
    return (
        "The wheel is compiled here, and that takes programs and headers that pip does not install.\n"
        f"On Debian or Ubuntu: sudo apt-get install {APT_PACKAGES}\n"
        "Elsewhere: CMake, Ninja, a C++20 compiler with static libraries, Node's npm, and the headers of CLI11, toml++, fmt,\n"
        "xxHash and JSON for Modern C++; jemalloc makes the program faster and is not needed.\n"
        "A program that is installed already needs none of this: the pre-commit hook `decode-ledger-system` runs it.\n"
    )


def run(what, command):
    print(f"decode-ledger: {what}", file=sys.stderr, flush=True)
    status = subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode
    if status != 0:
        raise CannotBuild(f"decode-ledger: {what} failed (`{shlex.join(command)}`, exit status {status}).\n{say_how_to_build()}")


def install_program(prefix):
    """Builds the preset `static` in build/static and lays out under `prefix` what `cmake --install` gives."""
    if missing := missing_programs():
        raise CannotBuild("decode-ledger: missing here: " + "; ".join(missing) + ".\n" + say_how_to_build())
    # Only Linux has the kind of static program that the preset asks for.
    shared = [] if sys.platform == "linux" else ["-DDL_STATIC=OFF"]
    run("configuring", ["cmake", "--preset", "static", *shared])
    run("compiling (some four minutes on two cores)", ["cmake", "--build", "--preset", "static", "--", "--quiet"])
    run("installing", ["cmake", "--install", "build/static", "--strip", "--prefix", str(prefix)])


# ---- the wheel ----


def needs_no_library(program):
    """Whether an ELF program asks for no loader and no shared library."""
    if program[:6] != b"\x7fELF\x02\x01":
        return False
    table, entry_bytes, count = struct.unpack_from("<Q", program, 32)[0], *struct.unpack_from("<HH", program, 54)
    for i in range(count):
        kind, _, start, _, _, size = struct.unpack_from("<IIQQQQ", program, table + i * entry_bytes)
        if kind == PROGRAM_INTERPRETER:
            return False
        if kind == PROGRAM_DYNAMIC and any(tag == 1 for tag, _ in struct.iter_unpack("<qQ", program[start : start + size])):
            return False  # DT_NEEDED
    return True


def platform_tag(program):
    """The most that is true of the machines where this program runs.

    manylinux_X_Y says "any distribution whose glibc is at least X.Y", musllinux the same of musl. A program that loads no
    library asks neither of them for anything, so both hold, from the oldest that pip knows. Any other program was linked
    against the C and C++ library of this machine, and only `linux` is said of it. So it is with -march in the flags.
    """
    machine = MACHINES.get(struct.unpack_from("<H", program, 18)[0]) if program[:4] == b"\x7fELF" else None
    flags = os.environ.get("CFLAGS", "") + os.environ.get("CXXFLAGS", "")
    if not machine or not needs_no_library(program) or re.search(r"-m(arch|cpu)=", flags):
        return re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"manylinux2014_{machine}.manylinux_2_17_{machine}.musllinux_1_1_{machine}"


def metadata():
    head = {
        "Metadata-Version": "2.1",
        "Name": project("name"),
        "Version": version(),
        "Summary": project("description"),
        "License": "MIT",
        "Requires-Python": project("requires-python"),
        "Description-Content-Type": "text/markdown",
    }
    fields = "".join(f"{key}: {value}\n" for key, value in head.items())
    return fields + "\n" + (ROOT / "README.md").read_text(encoding="utf-8")


class Wheel:
    """A wheel being written; RECORD comes last."""

    def __init__(self, path, tag):
        self.archive = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.dist_info = f"{NAME}-{version()}.dist-info"
        self.data = f"{NAME}-{version()}.data"
        self.record = []
        self.tag = tag

    def put(self, name, content, mode=0o644):
        content = content.encode() if isinstance(content, str) else content
        entry = zipfile.ZipInfo(name, EARLIEST_ZIP)
        entry.create_system = 3  # Unix: the mode below counts
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.archive.writestr(entry, content)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}\n")

    def finish(self):
        self.put(f"{self.dist_info}/METADATA", metadata())
        tags = "".join(f"Tag: py3-none-{tag}\n" for tag in self.tag.split("."))
        self.put(f"{self.dist_info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: decode-ledger\nRoot-Is-Purelib: false\n{tags}")
        self.record.append(f"{self.dist_info}/RECORD,,\n")
        lines = "".join(self.record)
        self.put(f"{self.dist_info}/RECORD", lines)
        self.archive.close()


def write_wheel(prefix, folder):
    program = (prefix / "bin/decode-ledger").read_bytes()
    tag = platform_tag(program)
    name = f"{NAME}-{version()}-py3-none-{tag}.whl"
    wheel = Wheel(pathlib.Path(folder, name), tag)
    wheel.put(f"{wheel.data}/scripts/decode-ledger", program, 0o755)
    for page in sorted((prefix / "share/man/man1").glob("*.1")):
        wheel.put(f"{wheel.data}/data/share/man/man1/{page.name}", page.read_bytes())
    for text in sorted((prefix / "share/doc/decode-ledger").glob("*")):
        wheel.put(f"{wheel.dist_info}/licenses/{text.name}", text.read_bytes())
    wheel.finish()
    return name


# ---- the sdist ----


def commit():
    """As cmake/write_version.cmake finds it."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip() or "unknown"
    return (ROOT / "cmake/commit.txt").read_text(encoding="ascii").strip()


def source_files():
    """What git knows; in an unpacked sdist, what lies there and no build made."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        names = [os.fsdecode(name) for name in listed.split(b"\0") if name]
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if not BUILT & set(path.relative_to(ROOT).parts)]
    return sorted(name for name in names if (ROOT / name).is_symlink() or (ROOT / name).is_file())


def add_file(archive, name, content=None):
    """One file of the tree, or of `content`, without its owner and its time."""
    top = f"{NAME}-{version()}/"
    entry = archive.gettarinfo(ROOT / name, top + name) if content is None else tarfile.TarInfo(top + name)
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    if content is None and entry.isreg():
        content = (ROOT / name).read_bytes()
    entry.size = len(content or b"")
    archive.addfile(entry, io.BytesIO(content or b""))


def write_sdist(folder):
    made = {"PKG-INFO": metadata(), "cmake/commit.txt": commit() + "\n"}
    name = f"{NAME}-{version()}.tar.gz"
    with open(pathlib.Path(folder, name), "wb") as out, gzip.GzipFile("", "wb", 9, out, 0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for path in sorted({*source_files(), *made}):
                add_file(archive, path, made[path].encode() if path in made else None)
    return name


# ---- what pip calls ----


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    del config_settings, metadata_directory
    with tempfile.TemporaryDirectory() as prefix:
        try:
            install_program(pathlib.Path(prefix))
        except CannotBuild as problem:
            sys.exit(f"\n{problem}")
        return write_wheel(pathlib.Path(prefix), wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    del config_settings
    return write_sdist(sdist_directory)
