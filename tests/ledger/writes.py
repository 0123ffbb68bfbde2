"""What can come between a ledger and its writer: a kill, another run, a full disk, a folder that cannot be written.

Whatever it is, the file holds the old ledger or the new one, whole; and the user is told.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import time

from package import HEAD, Broken, Function, Module, Package, Site

SEED = 20261130
NOBODY = 65534


def begin(program, folder, name):
    """A package with a guarded function and one that is not; and the ledger before and after `sync`."""
    os.mkdir(os.path.join(folder, name))
    package = Package(program, os.path.join(folder, name))
    functions = [Function(f"f_{i}", True, [Site("ids", i)]) for i in range(1, 30)]
    package.modules.append(Module("alpha", functions))
    package.modules.append(Module("beta", [Function("g", False, [Site("ids", 1)])]))
    package.write()
    old = (HEAD + "\n# nobody's\n").encode()
    package.ledger.write_bytes(old)
    package.run("sync")
    return package, old, package.ledger.read_bytes()


EXEMPT = ("exempt", "g:tok.decode", "--category", "accepted-risk", "--reason", "read by people alone")


def start(package, *arguments):
    return subprocess.Popen([package.program, *arguments], cwd=package.folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def left_behind(package):
    return sorted(p.name for p in package.folder.iterdir() if p.name.startswith(".ledger"))


def kills(program, folder, count):
    """SIGKILL at a random point of a run: the old ledger or the new one, and no trace of it after the next run."""
    package, old, new = begin(program, folder, "kills")
    began = time.monotonic()
    package.ledger.write_bytes(old)
    package.run("sync")
    seconds = time.monotonic() - began
    pick = random.Random(SEED)
    seen = {old: 0, new: 0}
    temporaries = 0
    for _ in range(count):
        package.ledger.write_bytes(old)
        # The write is at the very end, so most kills aim there. Where that is shifts with the machine's load.
        delay = seconds * (pick.uniform(0, 1.3) if pick.random() < 0.2 else pick.uniform(0.9, 1.1))
        run = start(package, "sync")
        time.sleep(delay)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        found = package.ledger.read_bytes()
        if found not in seen:
            raise Broken(f"neither the old ledger nor the new one after a kill at {delay:.4f} s: {found[:300]!r}")
        seen[found] += 1
        seconds *= 1.03 if found == old else 0.97
        temporaries += bool(left_behind(package))
    package.ledger.write_bytes(old)
    package.run("sync")
    if package.ledger.read_bytes() != new or left_behind(package):
        raise Broken(f"after {count} kills: {left_behind(package)}")
    print(f"writes: {count} kills: {seen[old]} left the old ledger, {seen[new]} the new one, {temporaries} a temporary file")
    if count >= 60 and not (seen[old] and seen[new]):
        raise Broken("the kills did not meet the write")


def two_at_once(program, folder, count):
    """sync and exempt at once, in either order: both are in the ledger afterwards."""
    package, old, _ = begin(program, folder, "two")
    expected = set()
    for order in (("sync",), EXEMPT), (EXEMPT, ("sync",)):
        package.ledger.write_bytes(old)
        for arguments in order:
            package.run(*arguments)
        expected.add(package.ledger.read_bytes())
    for i in range(count):
        package.ledger.write_bytes(old)
        runs = [start(package, *arguments) for arguments in ([("sync",), EXEMPT] if i % 2 else [EXEMPT, ("sync",)])]
        errors = [run.communicate()[1] for run in runs]
        if any(run.returncode for run in runs) or package.ledger.read_bytes() not in expected:
            raise Broken(f"{[run.returncode for run in runs]} {errors} {package.ledger.read_text()[-600:]}")


def two_killed(program, folder, count):
    """Two at once, one of them killed: the other's work is whole, and nothing stays locked."""
    package, old, new = begin(program, folder, "two_killed")
    pick = random.Random(SEED)
    for _ in range(count):
        package.ledger.write_bytes(old)
        killed, other = start(package, "sync"), start(package, "sync")
        time.sleep(pick.uniform(0, 0.06))
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        errors = other.communicate()[1]
        if other.returncode or package.ledger.read_bytes() != new:
            raise Broken(f"{other.returncode} {errors} {package.ledger.read_text()[-300:]}")


def held(program, folder):
    """A run that holds the ledger for too long is told of, and one that lets go in time is waited for."""
    package, old, new = begin(program, folder, "held")
    package.ledger.write_bytes(old)
    holder = subprocess.Popen(["flock", "-x", str(package.ledger), "sleep", "1.5"])
    time.sleep(0.3)
    done = package.run("sync", "--wait", "0", status=2)
    if b"is locked by another run; nothing is written" not in done.stderr or package.ledger.read_bytes() != old:
        raise Broken(done.stderr.decode())
    package.run("sync", "--check", status=1)  # reads alone: waits for nobody
    package.run("sync", "--wait", "30")
    holder.wait()
    if package.ledger.read_bytes() != new:
        raise Broken("the run that waited wrote something else")


def edited_meanwhile(program, folder):
    """An editor takes no lock. What it saved while the package was analysed is not written over."""
    package, old, _ = begin(program, folder, "edited")
    theirs = old + b"# saved by an editor\n"
    saved = package.folder / "saved"
    pick = random.Random(SEED)
    for _ in range(300):
        package.ledger.write_bytes(old)
        saved.write_bytes(theirs)
        run = start(package, "sync")
        time.sleep(pick.uniform(0, 0.05))
        os.replace(saved, package.ledger)
        errors = run.communicate()[1]
        if run.returncode == 2:
            if b"was changed by somebody else meanwhile; nothing is written" not in errors:
                raise Broken(errors.decode())
            return unharmed(package, theirs)
    raise Broken("not met in 300 runs")


def file_too_large(program, folder):
    """A write that fails half way, as on a full disk: the limit on a file's size stands in for the disk."""
    package, old, _ = begin(program, folder, "limit")
    package.ledger.write_bytes(old)

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    done = package.run("sync", status=2, preexec_fn=limited)
    told(done, b"file too large; the ledger is as it was")
    unharmed(package, old)


def disk_full(program, folder):
    """A small file system of memory, in a mount name space of its own; skipped where that is not allowed."""
    package, old, _ = begin(program, folder, "full")
    package.ledger.write_bytes(old)
    small = package.folder / "small"
    small.mkdir()
    script = ('mount -t tmpfs -o size=80k tmpfs "$1" || exit 77; cp -r ledger.toml pkg "$1" && cd "$1" || exit 78; '
              'dd if=/dev/zero of=fill bs=1k count=200 2>/dev/null; "$2" sync; echo "exit $?"; ls -A; cat ledger.toml')
    done = subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", str(small), package.program],
                          cwd=package.folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"writes: no small disk to fill here ({done.stderr.strip()})")
        return
    if "no space left on device; the ledger is as it was" not in done.stderr:
        raise Broken(done.stderr)
    status, *files = done.stdout[:done.stdout.index("schema")].split("\n")
    if status != "exit 2" or done.stdout[done.stdout.index("schema"):] != old.decode() or any(".tmp" in f for f in files):
        raise Broken(done.stdout)


def read_only_folder(program, folder):
    package, old, _ = begin(program, folder, "locked")
    package.ledger.write_bytes(old)
    os.chmod(folder, 0o755)
    shutil.copy2(program, package.folder.parent / "decode-ledger")
    os.chmod(package.folder.parent / "decode-ledger", 0o755)
    package.program = str(package.folder.parent / "decode-ledger")
    os.chmod(package.folder, 0o555)
    try:
        # Nothing is forbidden to root.
        done = package.run("sync", status=2, preexec_fn=lambda: os.setuid(NOBODY) if os.getuid() == 0 else None)
        told(done, b"permission denied; the ledger is as it was")
        unharmed(package, old)
        package.run("sync", "--check", status=1)
    finally:
        os.chmod(package.folder, 0o755)


def told(done, words):
    if words not in done.stderr or done.stdout:
        raise Broken(f"{done.stdout} {done.stderr}")


def unharmed(package, old):
    if package.ledger.read_bytes() != old or left_behind(package):
        raise Broken(f"{left_behind(package)} {package.ledger.read_bytes()[-300:]!r}")


def mode_is_kept(program, folder):
    package, old, _ = begin(program, folder, "mode")
    package.ledger.write_bytes(old)
    os.chmod(package.ledger, 0o604)
    owner = (1234, 1235) if os.getuid() == 0 else (os.getuid(), os.getgid())
    os.chown(package.ledger, *owner)
    package.run("sync")
    now = package.ledger.stat()
    if (now.st_mode & 0o7777, now.st_uid, now.st_gid) != (0o604, *owner):
        raise Broken(f"{now.st_mode:o} {now.st_uid} {now.st_gid}")


def writes(program, folder, count):
    """Yields (what was tried, None or what is wrong)."""
    trials = [(kills, count), (two_at_once, count // 3), (two_killed, count // 3), (held,), (edited_meanwhile,),
              (file_too_large,), (disk_full,), (read_only_folder,), (mode_is_kept,)]
    for trial, *more in trials:
        try:
            trial(program, folder, *more)
        except Broken as broken:
            yield trial.__name__, str(broken)
            continue
        yield trial.__name__, None
