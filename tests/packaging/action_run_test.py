"""The action and GitLab's job on a real package, with the real program: what they tell, and how they end."""
import json
import os
import re
import shutil

from action_test import Runner, job
from hooks_test import CLEAN, UNGUARDED


def package(case, text=CLEAN, where="work"):
    case.put(f"{where}/pkg/__init__.py", CLEAN)
    case.run(case.program, "init", "-o", "ledger.toml", folder=case.folder / where).expect()
    case.put(f"{where}/pkg/__init__.py", text)


def test_action_passes_a_clean_package(case):
    package(case)
    runner = Runner(case, binary=str(case.program))
    runner.run().expect(0)
    sarif = json.loads(open(runner.outputs["check"]["sarif"], encoding="utf-8").read())
    assert runner.outputs["check"]["status"] == "0" and sarif["version"] == "2.1.0"
    assert str(case.program.parent) in runner.files["GITHUB_PATH"].read_text().splitlines()


def test_action_fails_on_a_finding_after_it_has_told_it(case):
    package(case, CLEAN + UNGUARDED)
    runner = Runner(case, binary=str(case.program))
    runner.run().expect(1)
    assert [ran.status for ran in runner.ran] == [0, 0, 1], "the check itself must not end the action before the upload"
    results = json.loads(open(runner.outputs["check"]["sarif"], encoding="utf-8").read())["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["DL101"], results
    assert re.search(r"^::error .*pkg/__init__\.py.*DL101", runner.said(), re.MULTILINE), runner.said()
    assert "DL101" in runner.summary() or "unledgered-site" in runner.summary(), runner.summary()


def test_action_can_report_without_failing(case):
    package(case, CLEAN + UNGUARDED)
    runner = Runner(case, binary=str(case.program), fail_on="never", annotations="false", summary="false")
    runner.run().expect(0)
    assert "::error" not in runner.said() and runner.summary() == ""


def test_action_stops_when_it_cannot_check(case):
    case.put("work/pkg/__init__.py", CLEAN)
    runner = Runner(case, binary=str(case.program))
    runner.run().expect(2, err="decode-ledger init")
    assert "sarif" not in runner.outputs["check"], "there is nothing to upload"


def test_action_takes_inputs_as_values(case):
    package(case, CLEAN + UNGUARDED, where="work/a b")
    trap = case.folder / "trap"
    paths = f"pkg\n$(touch {trap})\n`touch {trap}`; touch {trap}\n--exit-zero\n"
    runner = Runner(case, binary=str(case.program), working_directory="a b", paths=paths, ledger="ledger.toml")
    runner.run().expect(2, err="does not exist")
    assert not trap.exists()
    runner = Runner(case, binary=str(case.program), working_directory="a b", paths="pkg\n", ledger="ledger.toml")
    runner.run().expect(1)


def test_action_builds_its_own_source_and_keeps_it(case):
    package(case)
    runner = Runner(case)
    runner.run().expect(0)
    assert re.fullmatch(r"[0-9a-f]{20}", runner.outputs["source"]["key"])
    program = case.folder / "temp/decode-ledger/bin/decode-ledger"
    assert runner.outputs["install"]["program"] == str(program)
    built = program.stat().st_mtime_ns
    again = Runner(case)
    again.run().expect(0)
    assert program.stat().st_mtime_ns == built and again.outputs["source"] == runner.outputs["source"]


def test_gitlab_job_reports_and_fails(case):
    package(case, CLEAN + UNGUARDED)
    told = job("decode-ledger")
    report = told["artifacts"]["reports"]["codequality"]
    environment = {"PATH": f"{case.program.parent}{os.pathsep}{os.environ['PATH']}"}
    script = "\n".join(told["before_script"] + told["script"])
    ran = case.run("bash", "-e", "-o", "pipefail", "-c", script, folder=case.folder / "work", environment=environment)
    ran.expect(1, out="DL101")
    [entry] = json.loads((case.folder / "work" / report).read_text(encoding="utf-8"))
    assert entry["location"]["path"] == "pkg/__init__.py" and entry["fingerprint"], entry
    assert told["artifacts"]["when"] == "always"
    shutil.copy(case.put("clean.py", CLEAN), case.folder / "work/pkg/__init__.py")
    case.run("bash", "-e", "-o", "pipefail", "-c", script, folder=case.folder / "work", environment=environment).expect(0)
