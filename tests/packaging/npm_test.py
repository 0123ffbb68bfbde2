"""The npm packages: packed, installed into an empty folder without a registry, and run through the launcher."""
import functools
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import time

from case import REPOSITORY, Failed, installed, run, shared_folder

PACK = REPOSITORY / "packaging/npm/pack.py"
STUB = "node_modules/@decode-ledger/{}/bin/decode-ledger"


@functools.lru_cache(None)
def tarballs():
    folder = shared_folder("npm")
    run(sys.executable, PACK, folder, installed()).expect()
    return sorted(folder.glob("*.tgz"))


def install(case, packages):
    case.put("package.json", "{}\n")
    case.run("npm", "install", "--offline", "--no-audit", "--no-fund", "--cache", case.folder / "cache", *packages).expect()


def platform():
    return "linux-" + {"x86_64": "x64", "aarch64": "arm64"}[os.uname().machine]


def test_npm_packages_install_and_run(case):
    install(case, tarballs())
    version = case.run("npx", "--no-install", "decode-ledger", "--version").expect(0, out="tree-sitter-python").out
    assert version == run(installed() / "bin/decode-ledger", "--version").out
    launcher = case.folder / "node_modules/.bin/decode-ledger"
    case.run(launcher, "check", folder=REPOSITORY).expect(1, out="DL302")
    case.run(launcher, "chekc").expect(2, err="did you mean `check`?")
    with open(launcher.resolve(), encoding="utf-8") as text:
        assert text.readline() == "#!/usr/bin/env node\n"


def test_npm_packages_hold_their_files_and_no_more(case):
    del case
    names = {}
    for path in tarballs():
        with tarfile.open(path) as archive:
            about = json.load(archive.extractfile("package/package.json"))
            names[about["name"]] = sorted(name.removeprefix("package/") for name in archive.getnames())
            if about["name"] == "decode-ledger":
                assert set(about["optionalDependencies"]) >= {f"@decode-ledger/{platform()}"}
            else:
                assert (about["os"], about["cpu"]) == (["linux"], [platform().split("-")[1]])
    assert names == {
        "decode-ledger": ["LICENSE", "README.md", "bin/decode-ledger.js", "package.json"],
        f"@decode-ledger/{platform()}": ["LICENSE", "bin/decode-ledger", "man/decode-ledger.1", "package.json"],
    }, names


def stubbed(case, script):
    """The launcher with a stub for its program."""
    main = case.folder / "node_modules/decode-ledger/launcher.js"
    main.parent.mkdir(parents=True)
    shutil.copy(REPOSITORY / "packaging/npm/launcher.js", main)
    case.put(STUB.format(platform()), "#!/bin/sh\n" + script, 0o755)
    return ["node", str(main)]


def test_launcher_passes_exit_status_arguments_and_streams(case):
    launcher = stubbed(case, 'cat\nprintf "%s|" "$@"\necho told >&2\nexit 7\n')
    case.run(*launcher, "a b", "--c=$d", "", text="in\n").expect(7, out="in\na b|--c=$d||", err="told")


def test_launcher_dies_of_its_program_s_signal(case):
    launcher = stubbed(case, "kill -SEGV $$\n")
    case.run(*launcher).expect(-signal.SIGSEGV)


def test_launcher_hands_signals_on(case):
    launcher = stubbed(case, 'trap "echo ended; exit 5" TERM\necho $$\nwhile :; do sleep 0.05; done\n')
    with subprocess.Popen(launcher, cwd=case.folder, stdout=subprocess.PIPE, text=True) as process:
        child = int(process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=20)[0] == "ended\n" and process.returncode == 5
    launcher = stubbed_again(case, "echo $$\nexec sleep 60\n")
    with subprocess.Popen(launcher, cwd=case.folder, stdout=subprocess.PIPE, text=True) as process:
        child = int(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == -signal.SIGINT, process.returncode
    end = time.monotonic() + 5
    while os.path.exists(f"/proc/{child}") and time.monotonic() < end:
        time.sleep(0.05)
    if os.path.exists(f"/proc/{child}"):
        raise Failed("the program lives on behind its launcher")


def stubbed_again(case, script):
    case.put(STUB.format(platform()), "#!/bin/sh\n" + script, 0o755)
    return ["node", str(case.folder / "node_modules/decode-ledger/launcher.js")]


def test_launcher_says_that_there_is_no_program(case):
    launcher = stubbed(case, "")
    (case.folder / STUB.format(platform())).unlink()
    case.run(*launcher).expect(2, err=f"@decode-ledger/{platform()} is not installed")


def test_npm_refuses_a_program_that_needs_libraries(case):
    prefix = case.folder / "prefix"
    case.put("prefix/bin/decode-ledger", "").write_bytes(open(shutil.which("bash"), "rb").read())
    run(sys.executable, PACK, case.folder / "out", prefix).expect(1, err="no static program")
