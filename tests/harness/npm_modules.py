"""What tests need from npm: `npm ci` of a folder's lock file, once."""
import hashlib
import pathlib
import subprocess


def npm_modules(folder):
    """The node_modules of `folder`, as its package-lock.json says; made anew when that file has changed."""
    folder = pathlib.Path(folder)
    wanted = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    modules = folder / "node_modules"
    stamp = modules / ".decode-ledger-lock"
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run(
            ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
            cwd=folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        stamp.write_text(wanted)
    return modules
