"""Children that go on with what their parent has loaded (`tools.fork`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.site import ROOT, clean_environment, eventually, processes_mentioning

SCRIPT = """
import os, signal, subprocess, sys, time
from tools.fork import Fork

held = open(sys.argv[1] + "/held", "w")
signal.signal(signal.SIGTERM, lambda *_: print("the handler of the parent"))

def child():
{body}

out, errors = (open(f"{{sys.argv[1]}}/{{name}}", "w") for name in ("out", "errors"))
fork = Fork(child, out.fileno(), errors.fileno())
{then}
print(fork.wait(), fork.poll(), fork.returncode)
"""


def run(folder: Path, body: str, then: str = "") -> tuple[list[int], str, str]:
    """The status as the parent was told it three times, and the two outputs of the child."""
    script = SCRIPT.format(body=f"    {body}", then=then)
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    told = [int(word) for word in done.stdout.split()]
    return told, (folder / "out").read_text(), (folder / "errors").read_text()


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("pass", 0, ""),
        ("sys.exit()", 0, ""),
        ("sys.exit(7)", 7, ""),
        ("sys.exit('this is wrong')", 1, "this is wrong\n"),
        ("os.kill(os.getpid(), 9)", -9, ""),
        ("os.kill(os.getpid(), signal.SIGTERM)", -15, ""),
    ],
)
def test_the_parent_learns_how_it_ended(tmp_path, body, status, words):
    assert run(tmp_path, body) == ([status] * 3, "", words)


def test_an_error_is_told_with_its_traceback(tmp_path):
    told, out, errors = run(tmp_path, "1 / 0")
    assert (told, out) == ([1, 1, 1], "")
    assert "Traceback" in errors
    assert errors.endswith("ZeroDivisionError: division by zero\n")


def test_it_has_its_own_session_and_outputs_and_none_of_the_files_of_its_parent(tmp_path):
    body = "print(os.getsid(0) == os.getpid(), len(os.listdir('/proc/self/fd')), sys.stdin.read())"
    told, out, _ = run(tmp_path, body)
    assert told == [0, 0, 0]
    # Its three, and the one with which the folder is read.
    assert out.split() == ["True", "4"]


def test_waiting_may_have_an_end_and_signals_reach_it(tmp_path):
    then = """
try:
    fork.wait(0.05)
except subprocess.TimeoutExpired:
    assert fork.poll() is None
    fork.terminate()
"""
    assert run(tmp_path, "time.sleep(60)", then)[0] == [-15, -15, -15]


def test_it_ends_with_a_parent_that_is_killed(tmp_path):
    mark = f"time.sleep(60)  # {tmp_path}"
    script = SCRIPT.format(body=f"    {mark}", then="")
    parent = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT)
    eventually(lambda: len(processes_mentioning(str(tmp_path))) == 2)
    parent.kill()
    parent.wait()
    eventually(lambda: processes_mentioning(str(tmp_path)) == [])


ASKED = """
import gc, json, os, sys
from tools import run, workers

run.hold_folder()
workers.load(run.environment())

from pathlib import Path
from controls import joining

def check_in(kinds, trials):
    asked.append(dict(trials.found))
    trials.found["python"] = (len(asked), {})

asked = []
joining.check_in, joining.serve = check_in, lambda *_, **__: None
var = Path(os.environ["ARBITER_VAR"])
(var / workers.TRIED.format("matches")).write_text("[")  # of a start before this one
checks = workers.parts(["matches"], var, {})[-1]
for _ in range(2):
    checks.runs()
print(json.dumps({
    "checks": [checks.name, checks.every_s, asked],
    "folder": os.getcwd(),
    "loaded": [name in sys.modules for name in ("celery", "pages.urls")],
    "collections": gc.get_stats()[-1]["collections"],
}))
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory) -> dict[str, Any]:
    """The supervisor's answers once it has loaded the site, started elsewhere."""
    folder = tmp_path_factory.mktemp("loaded") / "var"
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        env=clean_environment(folder, PYTHONPATH=f"{ROOT}:{ROOT / 'platform'}"),
        cwd="/", capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_the_site_is_loaded_in_its_folder_wherever_it_is_started(loaded):
    assert loaded["folder"] == str(ROOT)


def test_workers_have_all_addresses_before_they_fork(loaded):
    """Tasks write links, so each process of a worker would load the pages for itself."""
    assert loaded["loaded"] == [True, True]


def test_the_site_is_searched_for_garbage_once_it_is_loaded_and_not_before(loaded):
    assert loaded["collections"] == 1


def test_a_machine_is_checked_each_minute_and_each_check_knows_what_the_last_one_tried(loaded):
    assert loaded["checks"] == ["checks", 60.0, [{}, {"python": [1, {}]}]]
