"""The GitHub Action and GitLab's job: read as YAML, their scripts held against shellcheck and run as a runner would."""
import functools
import json
import os
import re
import subprocess
import sys

from case import REPOSITORY, Failed, backend, run

ACTION = REPOSITORY / "action.yml"
JOB = REPOSITORY / "packaging/gitlab/decode-ledger.gitlab-ci.yml"
SCRIPTS = REPOSITORY / "packaging/action"
READ_YAML = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@functools.lru_cache(None)
def python_with_yaml():
    """This Python or the system's, which Debian's python3-yaml is for."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import yaml"], capture_output=True, check=False).returncode == 0:
            return python
    raise Failed("no Python here can import yaml (tools/setup.sh --checks installs python3-yaml)")


def read_yaml(path):
    return json.loads(run(python_with_yaml(), "-c", READ_YAML, text=path.read_text(encoding="utf-8")).expect().out)


@functools.lru_cache(None)
def action():
    return read_yaml(ACTION)


def job(name):
    """One of GitLab's jobs with what it extends."""
    jobs = read_yaml(JOB)
    own = dict(jobs[name])
    return {**jobs[own.pop("extends")], **own}


def expressions(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [found for item in value for found in expressions(item)]
    return EXPRESSION.findall(value) if isinstance(value, str) else []


# ---- what is written in it ----


def test_action_is_well_formed(case):
    del case
    assert {"name", "description", "inputs", "outputs", "runs"} <= set(action()) and action()["runs"]["using"] == "composite"
    for name, about in action()["inputs"].items():
        assert set(about) == {"description", "default"} and isinstance(about["default"], str), name
    for step in action()["runs"]["steps"]:
        assert ("run" in step) != ("uses" in step), step
        assert "uses" in step or step.get("shell") == "bash", step
        assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w/-]+@v\d+", step["uses"]), step


def test_action_refers_to_what_there_is(case):
    del case
    ids = {step["id"] for step in action()["runs"]["steps"] if "id" in step}
    used = set()
    for expression in expressions(action()):
        for name in re.findall(r"\binputs\.([\w-]+)", expression):
            assert name in action()["inputs"], expression
            used.add(name)
        for name in re.findall(r"\bsteps\.([\w-]+)\.", expression):
            assert name in ids, expression
    assert used == set(action()["inputs"]), set(action()["inputs"]) - used


def test_action_has_no_expression_in_shell_text(case):
    """An input such as `$(curl …)` must stay a value."""
    del case
    for step in action()["runs"]["steps"]:
        assert not EXPRESSION.search(step.get("run", "")), step
    for script in SCRIPTS.glob("*.sh"):
        assert "${{" not in script.read_text(), script


def test_scripts_pass_shellcheck(case):
    for script in sorted(SCRIPTS.glob("*.sh")):
        run("shellcheck", script).expect()
        assert os.access(script, os.X_OK), script
    for number, step in enumerate(step for step in action()["runs"]["steps"] if "run" in step):
        run("shellcheck", "-s", "bash", case.put(f"step{number}.sh", step["run"] + "\n")).expect()
    for name in ("decode-ledger", "decode-ledger-review"):
        for key in ("before_script", "script"):
            run("shellcheck", "-s", "bash", case.put(f"{name}.{key}.sh", "\n".join(job(name)[key]) + "\n")).expect()
    if run("shellcheck", "-s", "bash", case.put("broken.sh", "cat $1\n")).status == 0:
        raise Failed("shellcheck finds no fault in an unquoted variable: its silence says nothing")


# ---- as a runner runs it ----


class Runner:
    """Runs the steps of action.yml that are scripts; what GitHub's own actions do is left out."""

    def __init__(self, case, event="push", base="", **inputs):
        self.work = case.folder / "work"
        self.temp = case.folder / "temp"
        self.temp.mkdir(exist_ok=True)
        self.files = {name: case.put(f"temp/{name}", "") for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        self.outputs = {}
        self.values = {"runner.temp": str(self.temp), "runner.os": "Linux", "runner.arch": "X64", "github.token": "t0ken",
                       "github.event_name": event, "github.event.pull_request.base.sha": base}
        for name, about in action()["inputs"].items():
            self.values[f"inputs.{name}"] = self.filled_in(inputs.pop(name.replace("-", "_"), about["default"]))
        assert not inputs, inputs
        self.ran = []

    def value(self, expression):
        if found := re.fullmatch(r"steps\.(\w+)\.outputs\.(\w+)", expression):
            return self.outputs.get(found.group(1), {}).get(found.group(2), "")
        return self.values[expression]

    def filled_in(self, text):
        return EXPRESSION.sub(lambda found: self.value(found.group(1)), text)

    def holds(self, condition):
        """`a == 'b' && c != ''`, which is all that the action says."""
        for term in EXPRESSION.fullmatch(condition).group(1).split("&&"):
            name, relation, text = re.fullmatch(r"\s*([\w.-]+) (==|!=) '(.*)'\s*", term).groups()
            if (self.value(name) == text) != (relation == "=="):
                return False
        return True

    def run_step(self, step):
        folder = self.work / self.filled_in(step.get("working-directory", "."))
        added = {name: self.filled_in(value) for name, value in step.get("env", {}).items()}
        environment = {**{name: str(path) for name, path in self.files.items()}, "GITHUB_ACTION_PATH": str(REPOSITORY),
                       "RUNNER_TEMP": str(self.temp), "CI": "true", "GITHUB_ACTIONS": "true", **added}
        self.files["GITHUB_OUTPUT"].write_text("")
        ran = run("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"], folder=folder, environment=environment)
        said = [line.split("=", 1) for line in self.files["GITHUB_OUTPUT"].read_text().splitlines()]
        self.outputs.setdefault(step.get("id", ""), {}).update(said)
        return ran

    def run(self):
        """The last step that ran; a step that fails ends the action."""
        ran = None
        for step in action()["runs"]["steps"]:
            if "run" not in step or not self.holds(step.get("if", "${{ runner.os == 'Linux' }}")):
                continue
            ran = self.run_step(step)
            self.ran.append(ran)
            if ran.status != 0:
                break
        return ran

    def said(self):
        return "".join(ran.out + ran.err for ran in self.ran)

    def summary(self):
        return self.files["GITHUB_STEP_SUMMARY"].read_text()


def test_key_changes_with_the_source(case):
    for name in ("CMakeLists.txt", "CMakePresets.json", "grammars/package-lock.json", "packaging/action/key.sh"):
        case.put(name, (REPOSITORY / name).read_text(), 0o755)
    for name in ("cmake", "src", "knowledge", "docs/rules"):
        case.put(f"{name}/a", "1")

    def key():
        out = case.put("out", "")
        case.run("packaging/action/key.sh", environment={"GITHUB_ACTION_PATH": case.folder, "GITHUB_OUTPUT": out}).expect()
        return out.read_text()

    first = key()
    case.put("src/a", "2")
    assert first.startswith("key=") and key() != first


SAYING = """#!/bin/sh
printf '%s|' "$@" >> "$RUNNER_TEMP/said"
echo "token $GITHUB_TOKEN" >> "$RUNNER_TEMP/said"
[ "$1" = review ] || exit 0
while [ "$1" != --base ]; do shift; done
git merge-base HEAD "$2" >> "$RUNNER_TEMP/said" || exit 2
"""


def git_in(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return lambda *words: run("git", *words, folder=folder).expect().out.strip()


def test_action_reviews_a_checkout_of_one_commit(case):
    """The base is no part of it, and must be fetched before there is a merge base."""
    origin = git_in(case.folder / "origin")
    origin("init", "-q", "-b", "main")
    origin("commit", "-q", "--allow-empty", "-m", "root")
    root = origin("rev-parse", "HEAD")
    origin("commit", "-q", "--allow-empty", "-m", "base")
    base = origin("rev-parse", "HEAD")
    origin("checkout", "-q", "-b", "change", root)
    origin("commit", "-q", "--allow-empty", "-m", "the change")
    run("git", "clone", "-q", "--depth=1", "--branch=change", f"file://{case.folder}/origin", case.folder / "work").expect()
    stub = case.put("stub/decode-ledger", SAYING, 0o755)
    runner = Runner(case, binary=str(stub), review="true", event="pull_request", base=base, annotations="false", summary="false")
    runner.run().expect(0)
    said = (case.folder / "temp/said").read_text().splitlines()
    assert said[-1] == root and said[-2].startswith(f"review|--quiet|--base|{base}|--post|"), said
    assert said[-2].endswith("|token t0ken"), said
    assert not any("t0ken" in line for line in said if line.startswith("check")), "the token is the review's alone"


def test_action_reviews_pull_requests_alone(case):
    (case.folder / "work").mkdir()
    runner = Runner(case, binary=str(case.put("stub/decode-ledger", SAYING, 0o755)), review="true")
    runner.run().expect(0)
    assert "review" not in (case.folder / "temp/said").read_text()


# ---- GitLab ----


def test_gitlab_job_installs_what_the_build_needs(case):
    del case
    told = " ".join("".join(job("decode-ledger")["before_script"]).replace("\\\n", " ").split())
    assert backend().APT_PACKAGES in told, told


def test_gitlab_review_gives_its_base(case):
    stub = case.put("stub/decode-ledger", SAYING, 0o755)
    told = job("decode-ledger-review")
    environment = {"PATH": f"{stub.parent}{os.pathsep}{os.environ['PATH']}", "CI_MERGE_REQUEST_DIFF_BASE_SHA": "HEAD~1",
                   "RUNNER_TEMP": case.folder}
    git = git_in(case.folder / "work")
    git("init", "-q", "-b", "main")
    git("commit", "-q", "--allow-empty", "-m", "base")
    git("commit", "-q", "--allow-empty", "-m", "change")
    script = "\n".join(told["before_script"] + told["script"])
    case.run("bash", "-e", "-o", "pipefail", "-c", script, folder=case.folder / "work", environment=environment).expect(0)
    said = (case.folder / "said").read_text().splitlines()
    assert said[0].startswith("review|") and said[-1] == git("rev-parse", "HEAD~1"), said
    assert told["variables"]["GIT_DEPTH"] == "0", "a shallow clone has no merge base"
