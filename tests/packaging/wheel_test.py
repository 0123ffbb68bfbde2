"""The wheel and the sdist: pip builds them with the backend of this repository and no index."""
import base64
import csv
import email.parser
import hashlib
import io
import os
import pathlib
import re
import shutil
import sys
import tarfile
import zipfile

from case import REPOSITORY, backend, run, snapshot

NO_INDEX = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": None, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": "/dev/null"}


def venv_of(case, name="venv"):
    case.run(sys.executable, "-m", "venv", name).expect()
    return case.folder / name / "bin"


def needed_libraries(program):
    """As binutils reads them: a second opinion on what the backend reads itself."""
    return re.findall(r"\(NEEDED\)|INTERP", run("readelf", "-ld", program).expect().out)


def ask_backend(hook, folder, source=REPOSITORY, **environment):
    """By a process of its own, as pip does it: the backend of `source` looks at its own folder."""
    script = "import sys; sys.path.insert(0, 'packaging/python'); import decode_ledger_build as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"
    return run(sys.executable, "-B", "-c", script, hook, folder, folder=source, environment=environment)


def built(hook, folder, source=REPOSITORY):
    folder.mkdir(exist_ok=True)
    return folder / ask_backend(hook, folder, source).expect().out.strip()


def check_record(wheel):
    """RECORD names every file once, with its SHA-256 and its size."""
    with zipfile.ZipFile(wheel) as archive:
        [record] = [name for name in archive.namelist() if name.endswith(".dist-info/RECORD")]
        rows = {name: (digest, size) for name, digest, size in csv.reader(io.StringIO(archive.read(record).decode()))}
        assert sorted(rows) == sorted(archive.namelist()), sorted(set(rows) ^ set(archive.namelist()))
        assert rows.pop(record) == ("", "")
        for name, (digest, size) in rows.items():
            content = archive.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (digest, int(size)) == (f"sha256={expected}", len(content)), name


def test_wheel_is_built_installed_and_runs(case):
    bin_folder = venv_of(case)
    case.run(bin_folder / "pip", "wheel", "-w", case.folder, REPOSITORY, environment=NO_INDEX).expect()
    [wheel] = case.folder.glob("*.whl")
    check_record(wheel)
    case.run(bin_folder / "pip", "install", wheel, environment=NO_INDEX).expect()
    case.run(bin_folder / "pip", "check", environment=NO_INDEX).expect()
    commit = run("git", "describe", "--always", "--dirty", "--exclude=*").expect().out.strip()
    case.run(bin_folder / "decode-ledger", "--version").expect(
        0, out=f"decode-ledger {backend().version()} ({commit}, tree-sitter-python ")
    case.run(bin_folder / "decode-ledger", "check", folder=REPOSITORY).expect(1, out="DL302")
    pieces = {path.name for path in (case.folder / "venv").rglob("*") if "decode-ledger" in path.name}
    assert {"decode-ledger", "decode-ledger.1"} <= pieces, pieces
    case.run(bin_folder / "pip", "uninstall", "-y", "decode-ledger").expect()
    left = [path for path in (case.folder / "venv").rglob("*") if "decode" in path.name and "ledger" in path.name]
    assert not left, left


def test_wheel_promises_no_more_than_the_program_keeps(case):
    wheel = built("build_wheel", case.folder)
    with zipfile.ZipFile(wheel) as archive:
        [program] = [name for name in archive.namelist() if name.endswith("scripts/decode-ledger")]
        case.put("program", "").write_bytes(archive.read(program))
        [about] = [name for name in archive.namelist() if name.endswith("dist-info/WHEEL")]
        tags = email.parser.Parser().parsestr(archive.read(about).decode()).get_all("Tag")
    assert needed_libraries(case.folder / "program") == [], "the program of the wheel needs libraries"
    machine = os.uname().machine
    assert tags == [f"py3-none-{kind}_{machine}" for kind in ("manylinux2014", "manylinux_2_17", "musllinux_1_1")], tags
    assert wheel.name == "decode_ledger-%s-py3-none-%s.whl" % (
        backend().version(), ".".join(tag.removeprefix("py3-none-") for tag in tags))


def test_a_program_that_needs_libraries_is_tagged_linux_alone(case):
    shared = shutil.which("bash")
    assert needed_libraries(shared), "bash is static here: this test shows nothing"
    tag = backend().platform_tag(pathlib.Path(shared).read_bytes())
    assert tag == f"linux_{os.uname().machine}", tag
    if not needed_libraries(case.program):
        return
    tag = backend().platform_tag(case.program.read_bytes())
    assert tag == f"linux_{os.uname().machine}", tag


def test_wheel_has_the_same_bytes_twice(case):
    one = built("build_wheel", case.folder / "one")
    two = built("build_wheel", case.folder / "two")
    assert one.name == two.name and one.read_bytes() == two.read_bytes()


def test_sdist_holds_the_source_and_its_commit(case):
    sdist = built("build_sdist", case.folder / "first", snapshot())
    commit = run("git", "describe", "--always", "--exclude=*", folder=snapshot()).expect().out.strip()
    with tarfile.open(sdist) as archive:
        top = archive.getnames()[0].split("/")[0]
        names = {name.removeprefix(top + "/") for name in archive.getnames()}
        members = archive.getmembers()
        archive.extractall(case.folder)
    listed = set(run("git", "ls-files", "-z", folder=snapshot()).expect().out.split("\0")) - {""}
    assert names == listed | {"PKG-INFO"}, sorted(names ^ (listed | {"PKG-INFO"}))[:10]
    assert all((m.uid, m.gid, m.uname, m.mtime) == (0, 0, "", 0) for m in members)
    assert (case.folder / top / "cmake/commit.txt").read_text() == commit + "\n"
    again = built("build_sdist", case.folder / "second", case.folder / top)
    assert again.read_bytes() == sdist.read_bytes(), "an sdist of the unpacked sdist differs"


def test_sdist_is_built_and_installed_without_git(case):
    sdist = built("build_sdist", case.folder / "sdist", snapshot())
    commit = run("git", "describe", "--always", "--exclude=*", folder=snapshot()).expect().out.strip()
    bin_folder = venv_of(case)
    case.run(bin_folder / "pip", "install", sdist, environment=NO_INDEX).expect()
    case.run(bin_folder / "decode-ledger", "--version").expect(0, out=f"({commit}, tree-sitter-python ")


def version_source(folder):
    """The text of version.cc that a build in `folder` compiles."""
    run("cmake", "-DSOURCE=" + str(folder), "-DOUT=version.cc", "-DVERSION=1.2.3", "-DGRAMMAR=4", "-DTREE_SITTER=5", "-P",
        folder / "cmake/write_version.cmake", folder=folder).expect()
    return (folder / "version.cc").read_text()


def test_version_of_a_tarball_of_git(case):
    run("git", "archive", "--prefix=source/", "-o", case.folder / "source.tar", "HEAD", folder=snapshot()).expect()
    with tarfile.open(case.folder / "source.tar") as archive:
        archive.extractall(case.folder)
    commit = run("git", "log", "-1", "--format=%h", folder=snapshot()).expect().out.strip()
    assert f'version_commit() {{ return "{commit}"; }}' in version_source(case.folder / "source")


def test_version_without_any_commit(case):
    for name in ("cmake/write_version.cmake", "cmake/commit.txt"):
        case.put(name, (REPOSITORY / name).read_text())
    assert 'version_commit() { return "unknown"; }' in version_source(case.folder)


# ---- what is missing is told ----


def test_missing_programs_are_named(case):
    ran = ask_backend("build_wheel", case.folder, snapshot(), PATH=case.path_of("git"), CXX=None)
    ran.expect(1, err=["missing here: cmake; ninja; a C++ compiler; npm", f"apt-get install {backend().APT_PACKAGES}\n",
                       "decode-ledger-system"], no_err="Traceback")


def test_programs_that_are_too_old_are_named(case):
    path = case.path_of("bash", "ninja", "npm")
    case.put("only/cmake", "#!/usr/bin/env bash\necho cmake version 3.22.1\n", 0o755)
    case.put("only/c++", "#!/usr/bin/env bash\nexit 1\n", 0o755)
    ran = ask_backend("build_wheel", case.folder, snapshot(), PATH=path, CXX=None)
    ran.expect(1, err=["missing here: cmake 3.25 or later (it is 3.22", "; a compiler of C++20"], no_err=["; ninja", "; npm"])


def test_missing_headers_are_named_together(case):
    ran = run("cmake", "-S", REPOSITORY, "-B", case.folder, "-G", "Ninja", "-DDL_TESTS=OFF", "-DCMAKE_FIND_ROOT_PATH=/nonexistent",
              "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY")
    ran.expect(1, err=["CLI/CLI.hpp", "toml++/toml.h",
                       "apt-get install libfmt-dev libxxhash-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev"])


def test_missing_static_libraries_are_named(case):
    """As where the compiler's trial came out with a no."""
    ran = run("cmake", "-S", REPOSITORY, "-B", case.folder, "-G", "Ninja", "-DDL_TESTS=OFF", "-DDL_STATIC=ON", "-DDL_LINKS_STATIC=")
    ran.expect(1, err=["libc6-dev", "glibc-static"])


def test_pip_shows_what_is_missing(case):
    bin_folder = venv_of(case)
    ran = case.run(bin_folder / "pip", "install", snapshot(), environment={**NO_INDEX, "PATH": bin_folder, "CXX": None})
    ran.expect(1, err=[f"apt-get install {backend().APT_PACKAGES}"])


def test_setup_installs_what_the_message_asks_for(case):
    del case
    setup = (REPOSITORY / "tools/setup.sh").read_text()
    for package in backend().APT_PACKAGES.split():
        assert f"{package}:" in setup, package
