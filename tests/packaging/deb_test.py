"""The .deb: made by cpack from the build under test, looked at, unpacked and installed into an empty folder."""
import functools
import gzip
import os
import re
import shutil

from case import Failed, installed, run, shared_folder


@functools.lru_cache(None)
def package(build):
    folder = shared_folder("deb")
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", folder).expect()
    [deb] = folder.glob("*.deb")
    return deb


def test_deb_tells_what_it_needs(case):
    deb = package(case.program.parent)
    fields = dict(re.findall(r"^(\S+): (.*)$", run("dpkg-deb", "-f", deb).expect().out, re.MULTILINE))
    needed = set(re.findall(r"\[(lib\w+)", run("readelf", "-d", case.program).expect().out.replace("libstdc++", "libstdc")))
    packages = {"libc": "libc6 ", "libm": "libc6 ", "libgcc_s": "libgcc-s1 ", "libstdc": "libstdc++6 "}
    missing = [packages[library] for library in needed if packages[library] not in fields["Depends"]]
    assert needed and not missing, (needed, fields["Depends"])
    assert re.fullmatch(r"decode-ledger_[\d.]+_\w+\.deb", deb.name), deb.name
    assert fields["Package"] == "decode-ledger" and fields["Recommends"] == "git"


def test_deb_lays_out_what_debian_looks_for(case):
    run("dpkg-deb", "-x", package(case.program.parent), case.folder / "root").expect()
    usr = case.folder / "root/usr"
    laid_out = {str(path.relative_to(usr)) for path in usr.rglob("*") if path.is_file()}
    assert laid_out == {
        "bin/decode-ledger",
        "share/man/man1/decode-ledger.1.gz",
        "share/bash-completion/completions/decode-ledger",
        "share/zsh/vendor-completions/_decode-ledger",
        "share/fish/vendor_completions.d/decode-ledger.fish",
        "share/doc/decode-ledger/copyright",
        "share/doc/decode-ledger/changelog.gz",
    }, laid_out
    assert gzip.open(usr / "share/man/man1/decode-ledger.1.gz").read() == (installed() / "share/man/man1/decode-ledger.1").read_bytes()
    case.run(usr / "bin/decode-ledger", "--version").expect(0, out=run(case.program, "--version").out)
    case.run("mandoc", "-T", "lint", usr / "share/man/man1/decode-ledger.1.gz").expect(0, no_out="mandoc:")


def test_deb_is_installed_and_removed_by_dpkg(case):
    """Into a folder with a package list of its own. The package has no scripts, so nothing runs."""
    deb = package(case.program.parent)
    run("dpkg-deb", "-e", deb, case.folder / "control").expect()
    scripts = [name for name in os.listdir(case.folder / "control") if name not in ("control", "md5sums")]
    assert not scripts, scripts
    if os.geteuid() != 0 or not shutil.which("ldconfig"):
        print("         dpkg installs as root alone: its part is left out")
        return
    for name in ("admin/info", "admin/updates", "root"):
        (case.folder / name).mkdir(parents=True)
    case.put("admin/status", "")
    dpkg = ["dpkg", f"--instdir={case.folder}/root", f"--admindir={case.folder}/admin", f"--log={case.folder}/log"]
    case.run(*dpkg, "-i", deb).expect(1, err=["libc6", "not installed"])
    case.run(*dpkg, "--force-depends", "-i", deb).expect()
    case.run(*dpkg, "--verify", "decode-ledger").expect()
    case.run(case.folder / "root/usr/bin/decode-ledger", "rules").expect(0, out="DL301")
    case.run(*dpkg, "--purge", "decode-ledger").expect()
    left = [path for path in (case.folder / "root").rglob("*") if path.is_file()]
    if left:
        raise Failed(f"left behind: {left}")
