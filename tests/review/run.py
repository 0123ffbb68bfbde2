#!/usr/bin/env python3
"""`decode-ledger review`: what a change brought or touched, and how it is told to a forge.

usage: run.py [PROGRAM] [-k WORD]      PROGRAM: by DECODE_LEDGER too, else build/release/decode-ledger

Each test is a function `test_…` that gets a Repository: an empty git repository of its own. `-k` runs the tests with WORD
in their name. The last line is `N passed, N failed`.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "harness"))
import forges  # noqa: E402
import json_schema  # noqa: E402
import suite  # noqa: E402
from suite import Failed  # noqa: E402

LEDGER = suite.HEAD + suite.GUARDED_ENTRY
GUARD = "    assert_ids_in_range(ids, tok)\n"
HEARD = """from pkg.label import label


def run(model, batches):
    return [label(model, batch) for batch in batches]
"""
# A chain over three files: the guard's site in `label`, a call in `middle`, the handler in `run`.
MIDDLE = """from pkg.label import label


def middle(model, batch):
    return label(model, batch)
"""
OUTER = """from pkg.middle import middle


def run(model, batches):
    out = []
    for batch in batches:
        try:
            out.append(middle(model, batch))
        except Exception:
            continue
    return out
"""
# Where no other git configuration counts.
GIT_ENVIRONMENT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "a",
                   "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
                   "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_DATE": "1700000000 +0000"}


class Repository(suite.Case):
    """A git repository on branch `main`, in which `self.folder` is where the ledger lies."""

    def git(self, *arguments, folder=None, check=True):
        done = subprocess.run(["git", *arguments], cwd=folder or self.folder, env={**os.environ, **GIT_ENVIRONMENT},
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        if check and done.returncode != 0:
            raise Failed(f"git {' '.join(arguments)}: {done.stderr.decode('utf-8', 'replace')}")
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a change")
        return self.git("rev-parse", "HEAD")

    def base(self, ledger=LEDGER, **more):
        """The package on `main`, and the branch `topic` checked out."""
        self.git("init", "-q", "-b", "main")
        self.package(**more)
        if ledger is not None:
            self.put("ledger.toml", ledger)
        self.commit()
        self.git("checkout", "-q", "-b", "topic")

    def edit(self, path, old, new):
        text = (self.folder / path).read_bytes().decode("utf-8")
        if old not in text:
            raise Failed(f"the test's own {path} has no {old!r}")
        self.put(path, text.replace(old, new, 1).encode("utf-8"))

    def review(self, *arguments, base="main", **how):
        given = [] if "--base" in arguments else ["--base", base]
        return self.run("review", *given, *arguments, **how)

    def found(self, *arguments, status=None, **how):
        """The review as JSON that fits its schema."""
        ran = self.review("--format", "json", *arguments, **how)
        if ran.status not in ((0, 1) if status is None else (status,)):
            ran.fail(f"expected exit status {status}")
        return ran.json("review")


def codes(review, standing):
    return [one["finding"]["code"] for one in review["findings"] if one["standing"] == standing]


def expect(review, new=(), touched=(), settled=()):
    """The rules of the findings, in order."""
    for what, wanted, got in (("new", new, codes(review, "new")), ("touched", touched, codes(review, "touched")),
                              ("settled", settled, [one["code"] for one in review["settled"]])):
        if list(wanted) != got:
            raise Failed(f"{what}: expected {list(wanted)}, not {got}\n{json.dumps(review, indent=1)[:4000]}")
    for one in review["findings"]:
        if one["comment"] and one["comment"]["start_line"] > one["comment"]["line"]:
            raise Failed(f"a comment ends before it starts: {one['comment']}")


def comment_lines(review):
    return [(one["comment"]["path"], one["comment"]["line"]) if one["comment"] else None for one in review["findings"]]


# ---- what is compared ----

def test_new_site_is_new(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"])
    if comment_lines(review) != [("pkg/show.py", 8)]:
        raise Failed(f"{comment_lines(review)}")
    repo.review().expect(1, out=["brought by the change:", "pkg/show.py:8:16", "1 new (1 error), 0 touched, 0 settled"])
    repo.review("--exit-zero").expect(0)
    repo.review("--ignore", "DL101").expect(0, out=["0 new", "ignored: DL101"])


def test_nothing_is_committed_and_nothing_changes(repo):
    repo.base(run=suite.SWALLOWED)
    expect(repo.found(status=0))
    repo.review().expect(0, out="0 new, 0 touched, 0 settled")


def test_work_tree_is_read(repo):
    repo.base(run=HEARD)
    repo.put("pkg/label.py", suite.GUARDED.replace(GUARD, ""))
    expect(repo.found(status=1), new=["DL102"])


def test_old_findings_elsewhere_are_not_told(repo):
    repo.base(run=suite.SWALLOWED, show=suite.UNGUARDED)
    repo.put("pkg/other.py", "x = 1\n")
    repo.commit()
    expect(repo.found(status=0))


def test_touched_handler_in_the_middle_of_a_chain(repo):
    repo.base(middle=MIDDLE, run=OUTER)
    repo.edit("pkg/middle.py", "return label(model, batch)", "return label(model, [*batch])")
    repo.commit()
    review = repo.found(status=0)
    expect(review, touched=["DL301"])
    # The handler is outside of the change, the call is on it.
    if comment_lines(review) != [("pkg/middle.py", 5)] or review["findings"][0]["comment"]["is_primary"]:
        raise Failed(f"{comment_lines(review)}")
    repo.review().expect(0, out=["there before, touched by the change:", "0 new, 1 touched"])


def test_where_the_ids_of_an_old_site_come_from_touches_nothing(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.edit("pkg/show.py", "model.generate(batch)", "model.generate([*batch])")
    repo.edit("pkg/show.py", '("m")', '("n")')
    repo.commit()
    review = repo.found(status=0)
    # The site's fingerprint has changed with the assignment; its line has not.
    expect(review)


def test_moved_lines_are_no_findings(repo):
    repo.base(run=suite.SWALLOWED, show=suite.UNGUARDED)
    repo.edit("pkg/show.py", "\ndef show", "\n# A comment.\nLIMIT = 3\n\n\ndef show")
    repo.edit("pkg/run.py", "from pkg", "import os\n\nfrom pkg")
    repo.commit()
    expect(repo.found(status=0))


def test_function_moved_within_the_file_is_touched_not_new(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    head, show, read = suite.UNGUARDED.split("\n\n\n")
    repo.put("pkg/show.py", "\n\n\n".join([head, read.rstrip("\n"), show]) + "\n")
    repo.commit()
    review = repo.found(status=0)
    if codes(review, "new"):
        raise Failed("a moved function is no new finding")


def test_function_moved_to_another_file_is_touched_not_new(repo):
    other = "LIMIT = 1\n\n\ndef limit():\n    return LIMIT\n"
    repo.base(run=HEARD, show=suite.UNGUARDED, other=other)
    head, show, read = suite.UNGUARDED.split("\n\n\n")
    repo.put("pkg/show.py", f"{head}\n\n\n{read}")
    repo.put("pkg/other.py", f"{head}\n\n{other}\n\n{show}\n")
    repo.commit()
    expect(repo.found(status=0), touched=["DL101"])


def test_finding_at_an_unchanged_place_outlives_its_subject(repo):
    """The guard's fault is told of the first site that it guards, which is another one after the change."""
    half = suite.FAULTS.replace("i < 0 or i >= len(tokenizer)", "i >= len(tokenizer)")
    repo.base(run=HEARD)
    repo.put("pkg/faults.py", half)
    repo.commit()
    repo.git("branch", "-f", "main")
    before = codes(repo.found("--base", "main~1"), "new")
    repo.put("pkg/alpha.py", suite.GUARDED.replace("def label", "def alpha").replace("decode(ids)", "decode(ids, skip_special_tokens=True)"))
    repo.put("ledger.toml", LEDGER + suite.GUARDED_ENTRY.replace("pkg.label", "pkg.alpha").replace('"label"', '"alpha"'))
    repo.commit()
    review = repo.found()
    if "DL204" not in before or "DL204" in codes(review, "new"):
        raise Failed(f"before {before}, after {codes(review, 'new')}")


def test_renamed_file_is_no_finding(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.git("mv", "pkg/show.py", "pkg/display.py")
    repo.commit()
    expect(repo.found(status=0))


def test_renamed_and_edited_file(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.git("mv", "pkg/show.py", "pkg/display.py")
    repo.edit("pkg/display.py", "\n\ndef read", "\n\ndef again(model, batch):\n    return tok.decode(model.generate(batch)[1])\n\n\ndef read")
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"])
    at = review["findings"][0]["comment"]
    if (at["path"], at["old_path"], at["old_line"]) != ("pkg/display.py", "pkg/show.py", None):
        raise Failed(f"{at}")


def test_copied_code_is_new(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.put("pkg/again.py", suite.UNGUARDED)
    repo.commit()
    expect(repo.found(status=1), new=["DL101"])


def test_twin_in_front_of_an_old_site(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.edit("pkg/show.py", "    return tok.decode(ids[0])\n", "    first = tok.decode(ids[1])\n    return first + tok.decode(ids[0])\n")
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"], touched=["DL101"])
    new = [one["finding"]["line"] for one in review["findings"] if one["standing"] == "new"]
    if new != [8]:
        raise Failed(f"the twin in front is the new one, not line {new}")


def test_site_edited_in_place_is_touched(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.edit("pkg/show.py", "tok.decode(ids[0])", "tok.decode(ids[0], skip_special_tokens=True)")
    repo.commit()
    expect(repo.found(status=0), touched=["DL101"])


def test_deleted_guard(repo):
    repo.base(run=HEARD)
    repo.edit("pkg/label.py", GUARD, "")
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL102"])
    # The site is no line of the change, but a line that a reviewer sees beside it.
    at = review["findings"][0]["comment"]
    if (at["line"], at["old_line"]) != (10, 11):
        raise Failed(f"{at}")


def test_guard_deleted_far_from_the_site(repo):
    far = suite.GUARDED.replace(GUARD, GUARD + "    x = 1\n" * 12)
    repo.base(run=HEARD)
    repo.put("pkg/label.py", far)
    repo.commit()
    repo.git("branch", "-f", "main")
    repo.edit("pkg/label.py", GUARD, "")
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL102"])
    if not review["findings"][0]["comment"] or review["findings"][0]["comment"]["is_primary"]:
        raise Failed(f"the ids' line is shown beside the deleted guard: {comment_lines(review)}")


def test_fixed_finding_is_settled(repo):
    repo.base(run=suite.SWALLOWED)
    repo.edit("pkg/run.py", "        except Exception:\n            continue\n", "        except KeyError:\n            continue\n")
    repo.commit()
    expect(repo.found(status=0), settled=["DL301"])
    repo.review().expect(0, out=["settled: DL301 fault-swallowed at pkg/run.py:9"])


def test_handler_made_broad(repo):
    repo.base(run=suite.SWALLOWED.replace("except Exception", "except KeyError"))
    repo.edit("pkg/run.py", "except KeyError", "except Exception")
    repo.commit()
    expect(repo.found(status=1), new=["DL301"])


def test_file_with_findings_deleted(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.git("rm", "-q", "pkg/show.py")
    repo.commit()
    expect(repo.found(status=0), settled=["DL101"])


# ---- ledgers ----

def test_ledger_edited(repo):
    repo.base(run=HEARD)
    repo.put("ledger.toml", suite.HEAD)
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"])
    if comment_lines(review) != [None]:
        raise Failed("the site is not on the change")


def test_stale_entry_is_told_in_the_ledger(repo):
    repo.base(run=HEARD)
    repo.put("ledger.toml", LEDGER + LEDGER.split("\n\n")[-1].replace('"label"', '"gone"'))
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL103"])
    if comment_lines(review)[0][0] != "ledger.toml":
        raise Failed(f"{comment_lines(review)}")


def test_base_without_ledger_is_judged_by_the_heads(repo):
    repo.base(ledger=None, run=suite.SWALLOWED, show=suite.UNGUARDED)
    repo.put("ledger.toml", LEDGER)
    repo.commit()
    review = repo.found(status=0)
    expect(review)
    repo.review().expect(0, err="the base has no ledger")
    repo.put("pkg/again.py", suite.UNGUARDED)
    expect(repo.found(status=1), new=["DL101"])


def test_root_that_the_base_does_not_have(repo):
    repo.base(ledger=None, run=HEARD, show=suite.UNGUARDED)
    (repo.folder / "src").mkdir()
    repo.git("mv", "pkg", "src/pkg")
    repo.put("ledger.toml", LEDGER.replace("[fault]", '[package]\nroots = ["src"]\n\n[fault]'))
    repo.commit()
    expect(repo.found(status=0))


def test_base_with_a_broken_ledger(repo):
    repo.base(ledger="schema = 1\n[[site]\n", run=HEARD, show=suite.UNGUARDED)
    repo.put("ledger.toml", LEDGER)
    repo.commit()
    repo.review().expect(0, err="no ledger that can be read")


def test_no_ledger_at_all(repo):
    repo.base(ledger=None)
    repo.review().expect(2, err="no ledger.toml").expect_empty_out()


def test_ledger_below_the_top(repo):
    repo.git("init", "-q", "-b", "main", folder=repo.folder)
    top, repo.folder = repo.folder, repo.folder / "ml" / "judge"
    repo.package(run=HEARD)
    repo.put("ledger.toml", LEDGER)
    (top / "outside.py").write_text(suite.UNGUARDED)
    repo.git("add", "-A", folder=top)
    repo.git("commit", "-qm", "one", folder=top)
    repo.git("checkout", "-qb", "topic")
    repo.put("pkg/show.py", suite.UNGUARDED)
    (top / "outside.py").write_text(suite.UNGUARDED + "\n\ndef more(x):\n    return tok.decode(x)\n")
    repo.git("add", "-A", folder=top)
    repo.git("commit", "-qm", "two", folder=top)
    for folder in (repo.folder, repo.folder / "pkg"):
        review = repo.found(status=1, folder=folder)
        expect(review, new=["DL101"])
        if comment_lines(review) != [("ml/judge/pkg/show.py", 8)] or review["findings"][0]["finding"]["file"] != "pkg/show.py":
            raise Failed(f"{review['findings']}")
    ran = repo.run("review", "--base", "main", "--ledger", "ml/judge/ledger.toml", folder=top)
    ran.expect(1, out="1 new (1 error)")


def test_package_that_the_base_does_not_have(repo):
    repo.git("init", "-q", "-b", "main")
    repo.put("README", "nothing here\n")
    repo.commit()
    repo.git("checkout", "-qb", "topic")
    repo.package(show=suite.UNGUARDED, run=HEARD)
    repo.put("ledger.toml", LEDGER)
    repo.commit()
    expect(repo.found(status=1), new=["DL101"])


def test_console_scripts_of_the_base(repo):
    """The entry point that the base lacks makes no finding of the base go away or come."""
    repo.base(run=suite.SWALLOWED)
    repo.put("pyproject.toml", '[project.scripts]\nrun = "pkg.run:run"\n')
    repo.commit()
    expect(repo.found(status=0))


# ---- git ----

def test_merge_base_is_not_rev(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.put("pkg/main_only.py", suite.UNGUARDED.replace("show", "only"))
    tip = repo.commit()
    repo.git("checkout", "-q", "topic")
    review = repo.found(status=1)
    expect(review, new=["DL101"])
    if review["base"]["commit"] != tip or review["base"]["merge_base"] == tip:
        raise Failed(f"{review['base']}")


def test_detached_head(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.commit()
    repo.git("checkout", "-q", "--detach")
    repo.git("branch", "-q", "-D", "topic")
    expect(repo.found(status=1), new=["DL101"])


def test_unknown_rev(repo):
    repo.base(run=HEARD)
    repo.review(base="mian").expect(2, err=["git knows no commit `mian`", "did you mean `main`?"]).expect_empty_out()
    repo.git("update-ref", "refs/remotes/origin/trunk", "HEAD")
    repo.review(base="trunk").expect(2, err="did you mean `origin/trunk`?")
    for odd in ("-x", "--output=gone", "HEAD^{tree}", "a b", "\x1b[31m"):
        ran = repo.review(base=odd) if not odd.startswith("-") else repo.run("review", f"--base={odd}")
        ran.expect(2, no_err="\x1b").expect_empty_out()
    if (repo.folder / "gone").exists():
        raise Failed("a REV was taken for an option of git")
    repo.run("review").expect(2, err="--base REV")


def test_shallow_clone(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.commit()
    clone = repo.folder / "clone"
    repo.git("clone", "-q", "--depth", "1", "--branch", "topic", f"file://{repo.folder}", str(clone))
    repo.run("review", "--base", "main", folder=clone).expect(2, err=["git knows no commit `main`", "fetch-depth: 0"])
    repo.git("fetch", "-q", "--depth", "1", "origin", "main:main", folder=clone)
    ran = repo.run("review", "--base", "main", folder=clone)
    ran.expect(2, err=["no commit in common", "fetch-depth: 0"])


def test_no_repository(repo):
    repo.package()
    repo.put("ledger.toml", LEDGER)
    environment = {"GIT_CEILING_DIRECTORIES": str(repo.folder.parent)}
    repo.review(environment=environment).expect(2, err=["no git repository", "decode-ledger check"]).expect_empty_out()


def test_no_git(repo):
    repo.base(run=HEARD)
    empty = repo.folder / "empty"
    empty.mkdir()
    repo.review(environment={"PATH": str(empty)}).expect(2, err="cannot start `git`").expect_empty_out()


def test_partial_clone(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.edit("pkg/run.py", "batches", "many")
    repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.folder / "clone"
    repo.git("clone", "-q", "--filter=blob:none", "--branch", "topic", f"file://{repo.folder}", str(clone))
    repo.run("review", "--base", "origin/main", folder=clone).expect(2, err="error: ").expect_empty_out()


def test_odd_names(repo):
    repo.base(run=HEARD)
    for name in ('a"b.py', "new\nline.py", "ünï.py", "-lead.py", "with blank.py", "tab\there.py", "back\\slash.py"):
        repo.put(f"pkg/{name}", suite.UNGUARDED)
    repo.put(os.fsdecode(b"pkg/\xff.py"), suite.UNGUARDED)
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"] * 8)
    if any(place is None or place[1] != 8 for place in comment_lines(review)):
        raise Failed(f"{comment_lines(review)}")
    repo.git("branch", "-f", "main")
    for path in (repo.folder / "pkg").glob("*.py"):
        if path.read_text() == suite.UNGUARDED:
            path.write_text("# Moved.\n" + suite.UNGUARDED)
    repo.commit()
    expect(repo.found(status=0))
    repo.review("--format", "text").expect(0)


def test_crlf(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED.replace("\n", "\r\n"))
    repo.edit("pkg/show.py", "\r\n\r\ndef read", "\r\n\r\ndef again(model, batch):\r\n    return tok.decode(model.generate(batch)[1])\r\n\r\n\r\ndef read")
    repo.commit()
    review = repo.found(status=1)
    expect(review, new=["DL101"])
    if comment_lines(review) != [("pkg/show.py", 12)]:
        raise Failed(f"{comment_lines(review)}")


def test_crlf_in_the_work_tree_alone(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.git("config", "core.autocrlf", "true")
    repo.put("pkg/show.py", suite.UNGUARDED.replace("\n", "\r\n").encode())
    expect(repo.found(status=0))


def test_nul_bytes_and_broken_files(repo):
    repo.base(run=HEARD)
    repo.put("pkg/nul.py", b"x = 1\0\n" + suite.UNGUARDED.encode())
    repo.put("pkg/latin.py", b"name = '\xff'\n")
    repo.commit()
    review = repo.found()
    if "DL402" not in codes(review, "new"):
        raise Failed(f"a file that cannot be read came with the change: {codes(review, 'new')}")
    repo.git("branch", "-f", "main")
    expect(repo.found(status=0))


def test_file_mode_change(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    (repo.folder / "pkg/show.py").chmod(0o755)
    repo.commit()
    expect(repo.found(status=0))


def test_file_becomes_a_link_and_links_are_passed_over(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    (repo.folder / "pkg/link.py").symlink_to("show.py")
    (repo.folder / "pkg/nowhere.py").symlink_to("no such file, and no Python")
    repo.commit()
    expect(repo.found(status=0))
    repo.git("branch", "-f", "main")
    expect(repo.found(status=0))


def test_submodule(repo):
    repo.base(run=HEARD)
    other = repo.folder.parent / (repo.folder.name + "-other")
    other.mkdir()
    try:
        repo.git("init", "-q", "-b", "main", folder=other)
        (other / "site.py").write_text(suite.UNGUARDED)
        repo.git("add", "-A", folder=other)
        repo.git("commit", "-qm", "one", folder=other)
        repo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other), "vendor[1]")
        repo.put("pkg/show.py", suite.UNGUARDED)
        repo.commit()
        ran = repo.review()
        ran.expect(1, out="1 new (1 error)", err="a submodule is left out")
        expect(repo.found(status=1), new=["DL101"])
    finally:
        shutil.rmtree(other)


def test_configuration_of_git_changes_nothing(repo):
    repo.base(run=HEARD, show=suite.UNGUARDED)
    repo.edit("pkg/show.py", "\n\ndef read", "\n\ndef again(model, batch):\n    return tok.decode(model.generate(batch)[1])\n\n\ndef read")
    repo.commit()
    before = repo.review("--format", "json").out
    for key, value in (("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("diff.context", "0"), ("color.ui", "always"),
                       ("diff.external", "false"), ("diff.renames", "false"), ("diff.algorithm", "patience"),
                       ("core.quotePath", "true"), ("diff.interHunkContext", "50"), ("diff.relative", "true")):
        repo.git("config", key, value)
    if repo.review("--format", "json").out != before:
        raise Failed("git's configuration changes the review")


def test_index_and_tree_are_left_alone(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.commit()
    def state():
        return {str(p.relative_to(repo.folder)): p.stat().st_mtime_ns for p in repo.folder.rglob("*")}
    before = state()
    repo.review().expect(1)
    if state() != before:
        raise Failed("something was written")


def test_paths_say_what_to_report_on(repo):
    repo.base(run=suite.SWALLOWED)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.put("pkg/run.py", HEARD)
    repo.commit()
    expect(repo.found("pkg/show.py", status=1), new=["DL101"])
    expect(repo.found("pkg/run.py", status=0), settled=["DL301"])


def test_two_runs_give_the_same_bytes(repo):
    repo.base(run=HEARD)
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.put("pkg/show2.py", suite.UNGUARDED)
    repo.commit()
    for form in ("text", "json"):
        if repo.review("--format", form).out != repo.review("--format", form, "--jobs", "1").out:
            raise Failed(f"{form} differs")


# ---- what is written for other programs ----

HOSTILE = '''from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def show(model, x):
    ids = model.generate(x)
    return {"@everyone #1 <img src=x> ```": tok}["@everyone #1 <img src=x> ```"].decode(ids)
'''


def hostile(repo):
    repo.base(run=HEARD)
    repo.put("pkg/@team #1 <b>`x`.py", HOSTILE)
    repo.put("pkg/plain.py", suite.UNGUARDED)
    repo.commit()


def outside_of_code(markdown):
    """What a forge looks at for mentions and the like: neither code spans nor our own comment."""
    markdown = re.sub(r"<!-- decode-ledger:[A-Za-z0-9:-]+ -->", "", markdown)
    return re.sub(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", "", markdown)


def test_formats_fit_their_schemas(repo):
    hostile(repo)
    review = json.loads(repo.review("--format", "github-review").expect(1).out)
    if problems := json_schema.problems(review, forges.REVIEW):
        raise Failed(f"{problems}")
    if len(review["comments"]) != 2:
        raise Failed(f"{review}")
    document = json.loads(repo.review("--format", "gitlab-discussion").expect(1).out)
    for discussion in document["discussions"]:
        if problems := json_schema.problems(discussion, forges.DISCUSSION):
            raise Failed(f"{problems}")
    if len(document["discussions"]) != 2 or not document["summary"]["body"]:
        raise Failed(f"{document}")
    rdjson = json.loads(repo.review("--format", "rdjson").expect(1).out)
    if [one["code"]["value"] for one in rdjson["diagnostics"]] != ["DL101", "DL101"]:
        raise Failed(f"{rdjson}")
    # The schemas refuse what the API would.
    for broken in ({**review, "event": "PENDING"}, {**review, "extra": 1}, {k: v for k, v in review.items() if k != "body"},
                   {**review, "comments": [{**review["comments"][0], "side": "LEFT"}]}):
        if not json_schema.problems(broken, forges.REVIEW):
            raise Failed(f"the schema takes {broken}")


def test_nothing_of_the_package_gets_out_of_code(repo):
    hostile(repo)
    review = json.loads(repo.review("--format", "github-review").out)
    bodies = [review["body"]] + [comment["body"] for comment in review["comments"]] + [repo.review("--format", "markdown").out]
    if not any("@everyone" in body for body in bodies) or not any("@team" in body for body in bodies):
        raise Failed("the test's own names are not told")
    for body in bodies:
        rest = outside_of_code(body)
        if re.search(r"[@#<>\[\]]|://|www\.", re.sub(r"(?m)^### ", "", rest)):
            raise Failed(f"{rest!r}\nof\n{body}")
        if len(body) > 65536:
            raise Failed("too long")
    if outside_of_code("a `b` @c") != "a  @c":
        raise Failed("the test cannot fail")


def test_many_findings_are_capped_and_counted(repo):
    repo.base(run=HEARD)
    sites = "".join(f"\n\ndef show{i}(model, x):\n    return tok.decode(model.generate(x)[{i}])\n" for i in range(120))
    repo.put("pkg/many.py", suite.UNGUARDED + sites)
    repo.commit()
    review = json.loads(repo.review("--format", "github-review").out)
    if len(review["comments"]) != 50 or "Without a comment of their own" not in review["body"] or "and 31 more" not in review["body"]:
        raise Failed(f"{len(review['comments'])} comments; {review['body'][-500:]}")
    if len({comment["body"].strip().split("\n")[-1] for comment in review["comments"]}) != 50:
        raise Failed("markers are not unique")


# ---- posting ----

class Ci:
    """A repository with a topic branch, and the CI's environment for a forge."""

    def __init__(self, repo, forge, **environment):
        self.repo, self.forge = repo, forge
        self.environment = {"PATH": os.environ["PATH"], **environment}
        self.tools = pathlib.Path(tempfile.mkdtemp())
        # A curl that writes down its arguments and its environment's names.
        curl = self.tools / "curl"
        curl.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{self.tools}/arguments"\ntr "\\0" "\\n" < /proc/$$/cmdline >> "{self.tools}/arguments"\n'
                        f'exec {shutil.which("curl")} "$@"\n')
        curl.chmod(0o755)
        self.environment["PATH"] = f"{self.tools}:{self.environment['PATH']}"

    def post(self, *arguments, status=None, base="main", **more):
        ran = self.repo.review("--post", *arguments, base=base, environment={**self.environment, **more})
        arguments = (self.tools / "arguments").read_text() if (self.tools / "arguments").exists() else ""
        for text in (ran.out, ran.err, arguments):
            if forges.TOKEN in text:
                ran.fail("the token is told")
        if self.forge.complaints:
            ran.fail(f"the server complains: {self.forge.complaints[:3]}")
        if status is not None and ran.status != status:
            ran.fail(f"expected status {status}")
        return ran

    def close(self):
        shutil.rmtree(self.tools)


def topic(repo):
    """Two findings on the change."""
    repo.base(run=HEARD, middle="x = 1\n")
    repo.put("pkg/show.py", suite.UNGUARDED)
    repo.put("pkg/more.py", suite.UNGUARDED.replace("show", "more"))
    repo.commit()


def refresh(repo, forge):
    forge.head = repo.git("rev-parse", "HEAD")
    forge.shown = forges.shown_lines(repo.folder, "main", forge.head)
    if isinstance(forge, forges.Gitlab):
        base = repo.git("merge-base", "main", "HEAD")
        forge.refs = {"base_sha": base, "start_sha": repo.git("rev-parse", "main"), "head_sha": forge.head}


@contextlib.contextmanager
def on_github(repo, **more):
    with forges.Github() as forge:
        topic(repo)
        refresh(repo, forge)
        ci = Ci(repo, forge, GITHUB_ACTIONS="true", GITHUB_REPOSITORY="owner/name", GITHUB_REF="refs/pull/7/merge",
                GITHUB_API_URL=forge.url, GITHUB_TOKEN=forges.TOKEN, **more)
        try:
            yield ci, forge
        finally:
            ci.close()


@contextlib.contextmanager
def on_gitlab(repo, **more):
    with forges.Gitlab() as forge:
        topic(repo)
        refresh(repo, forge)
        ci = Ci(repo, forge, GITLAB_CI="true", CI_PROJECT_ID="42", CI_MERGE_REQUEST_IID="7", CI_API_V4_URL=forge.url,
                GITLAB_TOKEN=forges.TOKEN, **more)
        try:
            yield ci, forge
        finally:
            ci.close()


def test_github_second_run_posts_nothing(repo):
    with on_github(repo) as (ci, forge):
        ci.post(status=1).expect(1, out="brought by the change", err="2 posted, 0 edited, 0 settled")
        if [len(forge.reviews), len(forge.line_comments), len(forge.issue_comments)] != [1, 2, 1]:
            raise Failed(f"{forge.log}")
        before = len(forge.writes())
        ci.post(status=1).expect(1, err="0 posted, 0 edited, 0 settled, 2 left")
        if len(forge.writes()) != before:
            raise Failed(f"the second run wrote {forge.writes()[before:]}")


def test_github_changed_finding_is_edited_and_a_gone_one_settled(repo):
    with on_github(repo) as (ci, forge):
        ci.post(status=1)
        # What is posted tells a line in its text, which moves.
        repo.edit("pkg/show.py", "\n\ndef show", "\n# Below.\n\n\ndef show")
        repo.git("rm", "-q", "pkg/more.py")
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="0 posted, 1 edited, 1 settled")
        bodies = [comment["body"] for comment in forge.line_comments]
        if len(forge.line_comments) != 2 or sum("Settled: " in body for body in bodies) != 1:
            raise Failed(f"{bodies}")
        if "1 new" not in forge.issue_comments[0]["body"] or len(forge.issue_comments) != 1:
            raise Failed(f"{forge.issue_comments}")
        # Nothing is left: the summary says so, and is there once.
        repo.git("rm", "-q", "pkg/show.py")
        repo.commit()
        refresh(repo, forge)
        ci.post(status=0).expect(0, err="0 posted, 0 edited, 1 settled")
        if "0 new, 0 touched" not in forge.issue_comments[0]["body"]:
            raise Failed(f"{forge.issue_comments}")
        # It comes back, into the comment that was there.
        repo.put("pkg/more.py", suite.UNGUARDED.replace("show", "more"))
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="0 posted, 1 edited, 0 settled")


def test_github_nothing_to_say_posts_nothing(repo):
    with on_github(repo) as (ci, forge):
        repo.git("checkout", "-q", "--detach", "main")
        refresh(repo, forge)
        ci.post(status=0)
        if forge.writes():
            raise Failed(f"{forge.writes()}")


def test_github_failure_in_the_middle_is_completed(repo):
    with on_github(repo) as (ci, forge):
        forge.fail_at = lambda method, path, writes: path.endswith("/issues/7/comments") and method == "POST"
        ci.post(status=2).expect(2, err=["answered with 500", "run it again"])
        if len(forge.line_comments) != 2 or forge.issue_comments:
            raise Failed("the comments stand, the summary failed")
        forge.fail_at = None
        ci.post(status=1).expect(1, err="0 posted")
        if len(forge.line_comments) != 2 or len(forge.issue_comments) != 1:
            raise Failed(f"{forge.log}")
        repo.put("pkg/show.py", suite.UNGUARDED + "# end\n")
        repo.put("pkg/third.py", suite.UNGUARDED.replace("show", "third"))
        repo.edit("pkg/more.py", "\n\ndef more", "\n\nX = 1\n\n\ndef more")
        repo.commit()
        refresh(repo, forge)
        forge.fail_at = lambda method, path, writes: path.endswith("/reviews")
        ci.post(status=2).expect(2, err="500")
        forge.fail_at = None
        ci.post(status=1).expect(1, err="1 posted")
        if len(forge.line_comments) != 3:
            raise Failed(f"{forge.line_comments}")


def test_github_refused_line_goes_into_the_summary(repo):
    with on_github(repo) as (ci, forge):
        forge.shown.pop("pkg/more.py")
        ci.post(status=1).expect(1, err="1 posted")
        if len(forge.line_comments) != 1 or "pkg/more.py" not in forge.issue_comments[0]["body"]:
            raise Failed(f"{forge.line_comments} {forge.issue_comments}")


def test_github_other_peoples_comments_are_left_alone(repo):
    with on_github(repo) as (ci, forge):
        ci.post(status=1)
        marker = forge.line_comments[0]["body"].strip().split("\n")[-1]
        forge.line_comments.insert(0, {"id": 1, "body": "nice", "in_reply_to_id": None})
        forge.line_comments.insert(0, {"id": 2, "body": f"> quoted\n\n{marker}", "in_reply_to_id": 101})
        forge.line_comments.insert(0, {"id": 3, "body": f"{marker} and more", "in_reply_to_id": None})
        forge.line_comments.insert(0, {"id": 4, "body": "<!-- decode-ledger:DL101:x --> @all <!-- decode-ledger:x -->", "in_reply_to_id": None})
        before = len(forge.writes())
        ci.post(status=1)
        if len(forge.writes()) != before:
            raise Failed(f"{forge.writes()[before:]}")


def test_github_event_and_head(repo):
    with on_github(repo) as (ci, forge):
        event = ci.tools / "event.json"
        event.write_text(json.dumps({"pull_request": {"number": 7, "head": {"sha": forge.head}}}))
        ci.post(status=1, GITHUB_EVENT_PATH=str(event), GITHUB_REF="refs/heads/topic")
        event.write_text(json.dumps({"pull_request": {"number": 7, "head": {"sha": "1" * 40}}}))
        before = len(forge.writes())
        ci.post(status=2, GITHUB_EVENT_PATH=str(event)).expect(2, err="lines would not fit")
        repo.put("pkg/more.py", suite.UNGUARDED)
        ci.post(status=2).expect(2, err="the work tree is not what HEAD has")
        if len(forge.writes()) != before:
            raise Failed("something was posted")


def test_github_merge_checkout(repo):
    """What actions/checkout gives for a pull request: the merge with the target, whose lines may be others."""
    with on_github(repo) as (ci, forge):
        repo.edit("pkg/middle.py", "x = 1\n", "x = 1\n" * 40 + suite.UNGUARDED)
        repo.commit()
        refresh(repo, forge)
        repo.git("checkout", "-q", "main")
        repo.edit("pkg/middle.py", "x = 1\n", "y = 1\n" * 30 + "x = 1\n")
        repo.put("pkg/elsewhere.py", "y = 1\n")
        repo.commit()
        repo.git("checkout", "-q", "--detach")
        repo.git("merge", "-q", "--no-ff", "-X", "ours", "-m", "merge", "topic")
        forge.shown = forges.shown_lines(repo.folder, "main", forge.head)
        ci.post(status=1).expect(1, err="2 posted")
        if [comment["path"] for comment in forge.line_comments] != ["pkg/more.py", "pkg/show.py"]:
            raise Failed(f"{forge.line_comments}")
        if forge.reviews[0]["commit_id"] != forge.head or "pkg/middle.py" not in forge.issue_comments[0]["body"]:
            raise Failed(f"{forge.reviews} {forge.issue_comments}")
        before = len(forge.writes())
        ci.post(status=1)
        if len(forge.writes()) != before:
            raise Failed("the second run wrote")


def test_post_needs_to_know_where(repo):
    with on_github(repo) as (ci, forge):
        for name, flag in (("GITHUB_TOKEN", "DECODE_LEDGER_TOKEN"), ("GITHUB_REPOSITORY", "--repository"), ("GITHUB_REF", "--number")):
            ci.post(status=2, **{name: ""}).expect(2, err=flag).expect_empty_out()
        ci.post(status=2, GITHUB_ACTIONS="").expect(2, err="--format github-review").expect_empty_out()
        ci.post(status=2, GITHUB_API_URL="http://example.org").expect(2, err="no address of an API")
        ci.post(status=2, GITHUB_API_URL="http://127.0.0.1@example.org").expect(2, err="no address of an API")
        ci.post(status=2, GITHUB_TOKEN="a\nb").expect(2, err="no usable token")
        ci.post("--repository", "../x", status=2).expect(2, err="--repository")
        if forge.log:
            raise Failed(f"{forge.log}")
        ci.post("--repository", "owner/name", "--number", "7", "--api-url", forge.url + "/", "--format", "github-review",
                status=1, GITHUB_ACTIONS="", GITHUB_REPOSITORY="", GITHUB_REF="", GITHUB_API_URL="")
        if len(forge.line_comments) != 2:
            raise Failed(f"{forge.log}")
        repo.review("--number", "7").expect(1)


def test_errors_of_the_api_are_told(repo):
    with on_github(repo) as (ci, forge):
        ci.post(status=2, GITHUB_TOKEN="other").expect(2, err=["401", "Bad credentials", "not accepted"])
        comments = "/repos/owner/name/pulls/7/comments"
        for answer, words in (((403, {"Retry-After": "60"}, {"message": "secondary rate limit"}), "wait 60 seconds"),
                              ((403, {"X-RateLimit-Remaining": "0"}, {"message": "API rate limit"}), "rate limit is used up"),
                              ((403, {}, {"message": "Resource not accessible"}), "pull-requests: write"),
                              ((404, {}, {"message": "Not Found \x1b[31m"}), "404: Not Found"),
                              ((200, {}, b"<html>"), "no list")):
            forge.answers = {comments: answer}
            ci.post(status=2).expect(2, err=words, no_err="\x1b")
        if forge.writes():
            raise Failed("something was posted")
        closed = forge.url
    repo.run("review", "--base", "main", "--post", environment={**ci.environment, "PATH": os.environ["PATH"], "GITHUB_API_URL": closed}).expect(2, err="127.0.0.1")


def test_redirect_does_not_get_the_token(repo):
    with on_github(repo) as (ci, forge), forges.Github() as other:
        forge.answers = {"/repos/owner/name/pulls/7/comments": (307, {"Location": f"{other.url}/repos/owner/name/pulls/7/comments"}, {})}
        ci.post(status=2).expect(2, err=["307", "redirects are not followed"])
        if other.log:
            raise Failed("the redirect was followed")


def test_curl_configuration_of_the_user_does_not_count(repo):
    with on_github(repo) as (ci, forge):
        home = ci.tools / "home"
        home.mkdir()
        (home / ".curlrc").write_text(f'trace-ascii = "{home}/trace"\nlocation-trusted\n')
        ci.post(status=1, HOME=str(home), CURL_HOME=str(home), http_proxy="http://127.0.0.1:1")
        if (home / "trace").exists():
            raise Failed("~/.curlrc counts")


def test_no_curl(repo):
    with on_github(repo) as (ci, forge):
        (ci.tools / "curl").unlink()
        for name in ("git",):
            (ci.tools / name).symlink_to(shutil.which(name))
        ci.post(status=2, PATH=str(ci.tools)).expect(2, err="`curl`")


def test_long_review_is_sent_whole(repo):
    with on_github(repo) as (ci, forge):
        sites = "".join(f"\n\ndef show_{'x' * 400}{i}(model, x):\n    return tok.decode(model.generate(x)[{i}])\n" for i in range(80))
        repo.put("pkg/many.py", suite.UNGUARDED + sites)
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="50 posted")
        ci.post(status=1).expect(1, err="0 posted, 0 edited, 0 settled, 50 left")


def test_gitlab(repo):
    with on_gitlab(repo) as (ci, forge):
        # A line that the change left alone needs both numbers.
        repo.git("checkout", "-q", "main")
        repo.git("checkout", "-qb", "deleted")
        repo.edit("pkg/label.py", GUARD, "")
        repo.put("pkg/show.py", suite.UNGUARDED)
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="2 posted")
        old_lines = [d["notes"][0].get("position", {}).get("old_line") for d in forge.discussions]
        if old_lines != [11, None, None]:
            raise Failed(f"{old_lines}")
        before = len(forge.writes())
        ci.post(status=1).expect(1, err="0 posted, 0 edited, 0 settled, 2 left")
        if len(forge.writes()) != before:
            raise Failed(f"{forge.writes()[before:]}")
        repo.git("rm", "-q", "pkg/show.py")
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="0 posted, 0 edited, 1 settled")
        if [d["notes"][0]["resolved"] for d in forge.discussions] != [False, True, False]:
            raise Failed(f"{forge.discussions}")
        repo.put("pkg/show.py", suite.UNGUARDED)
        repo.commit()
        refresh(repo, forge)
        ci.post(status=1).expect(1, err="0 posted, 1 edited")
        if forge.discussions[1]["notes"][0]["resolved"]:
            raise Failed("what came back is open again")
        forge.fail_at = lambda method, path, writes: method == "PUT"
        repo.git("rm", "-q", "pkg/show.py")
        repo.commit()
        refresh(repo, forge)
        ci.post(status=2).expect(2, err="500")


def test_gitlab_refusals(repo):
    with on_gitlab(repo) as (ci, forge):
        forge.refs = {**forge.refs, "head_sha": "2" * 40}
        ci.post(status=2).expect(2, err="lines would not fit")
        forge.refs = None
        ci.post(status=2).expect(2, err="no diff yet")
        refresh(repo, forge)
        forge.shown.pop("pkg/more.py")
        ci.post(status=1).expect(1, err="1 posted")
        if "pkg/more.py" not in forge.discussions[-1]["notes"][0]["body"]:
            raise Failed(f"{forge.discussions}")
        ci.post(status=2, GITLAB_TOKEN="").expect(2, err="GITLAB_TOKEN")
        ci.post(status=2, CI_MERGE_REQUEST_IID="").expect(2, err="CI_MERGE_REQUEST_IID")


if __name__ == "__main__":
    sys.exit(suite.main(globals(), Repository))
