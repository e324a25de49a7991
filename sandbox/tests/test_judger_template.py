"""Judgers that are forked from a template: the same matches, the same walls, and no leftovers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.engine import SeatSetup, Setup
from sandbox.errors import SandboxError
from sandbox.judger import template
from sandbox.judger.client import ROOT, Templates, judger
from sandbox.judger.job import Job
from sandbox.tests.matches import Played, bot, collect, toy_job
from sandbox.tests.processes import children_of, judgers, name_of, runs
from sandbox.tests.test_judger_process import descendants, gone

BOB = bot("number", 4)


@pytest.fixture
def templates() -> Iterator[Templates]:
    made = Templates()
    yield made
    made.close()


def play(templates: Templates, job: Job) -> Played:
    with judger(job, start=templates.start) as running:
        return collect(running)


def nosy_job(**params: object) -> Job:
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, "standard", {"rounds": 1, **params})
    return replace(toy_job(BOB, BOB), game="nosy", setup=setup, modules=("sandbox.tests.nosy",))


def module_job(folder: Path, name: str, text: str) -> Job:
    """A toy match by a module of its own, which has more in it."""
    (folder / f"{name}.py").write_text("from sandbox.tests.toy import GAME  # noqa\n" + text)
    return replace(toy_job(BOB, BOB), modules=(name,))


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which judgers find modules."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def common(templates: Templates) -> int:
    """The common template."""
    assert templates.pid
    return templates.pid


def of_games(templates: Templates) -> list[int]:
    """The templates of games that live."""
    return [pid for pid in children_of(common(templates)) if name_of(pid)]


def wait_until_few(templates: Templates, at_most: int) -> None:
    """Wait until no more than this number of games have templates."""
    deadline = time.monotonic() + 5
    while len(of_games(templates)) > at_most:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def without_times(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    times = ("cpu", "wall_ms", "span_us", "asked_us", "seats")
    return [{key: value for key, value in line.items() if key not in times} for line in lines]


def test_a_match_is_the_same_as_one_of_a_judger_that_starts_from_nothing(templates):
    job = toy_job(bot("number", 4), bot("number", 5))
    with judger(job) as running:
        plain = collect(running)
    forked = [play(templates, job) for _ in range(2)]
    for each in forked:
        assert each.status == plain.status == 0
        assert without_times(each.lines) == without_times(plain.lines)


def test_a_judger_has_no_descriptor_mapping_thread_or_variable_of_others(templates):
    with judger(nosy_job()) as running:
        plain = collect(running).of("frame")[0]["scene"]
    for _ in range(2):
        saw = play(templates, nosy_job()).of("frame")[0]["scene"]
        assert saw["descriptors"] == plain["descriptors"]
        assert saw["shared"] == []
        assert saw["threads"] == 1
        assert saw["leads its session"]
        assert saw["devices"] == ["lo"]
        allowed = {"PATH", "PYTHONPATH", "LANG", "TMPDIR", "ARBITER_GAMES", "OPENBLAS_NUM_THREADS"}
        assert set(saw["environment"]) <= allowed | {"LC_CTYPE"}


def test_only_the_game_of_the_match_is_imported(templates):
    leaver = bot("die")
    play(templates, replace(toy_job(leaver, leaver), game="snake", modules=()))
    saw = play(templates, nosy_job()).of("frame")[0]["scene"]
    assert saw["games"] == []


def test_hidden_folders_are_hidden_from_forks_too(templates, tmp_path):
    secret = tmp_path / "data" / "secret"
    secret.parent.mkdir()
    secret.write_text("s3cret")
    job = replace(nosy_job(files=[str(secret)]), hide=(secret.parent,))
    assert play(templates, job).of("frame")[0]["scene"]["sees"] == []
    assert play(templates, nosy_job(files=[str(secret)])).of("frame")[0]["scene"]["sees"]


def test_a_second_match_does_not_know_what_the_first_one_changed(templates, modules):
    text = (
        "import sandbox.judger.match as match\n"
        "played = []\n"
        "first = match.MatchPlay._header\n"
        "def header(self):\n"
        "    played.append(1)\n"
        "    return {**first(self), 'played': len(played)}\n"
        "match.MatchPlay._header = header\n"
    )
    job = module_job(modules, "counts", text)
    assert [play(templates, job).of("header")[0]["played"] for _ in range(2)] == [1, 1]


def test_a_game_that_cannot_be_imported_is_reported_by_the_judger(templates, modules):
    job = module_job(modules, "broken", "raise ValueError('not today')\n")
    for _ in range(2):
        played = play(templates, job)
        assert played.status == 2
        assert "there is no GAME in the module broken: not today" in played.error


def test_the_game_that_was_not_used_for_longest_gives_up_its_template(templates, modules):
    jobs = [module_job(modules, f"game{n}", "") for n in range(template.MOST_GAMES + 2)]
    for job in jobs:
        assert play(templates, job).status == 0
    wait_until_few(templates, template.MOST_GAMES)


def test_a_template_that_is_not_used_leaves_and_comes_back():
    with closing(Templates(idle_s=1.0)) as templates:
        play(templates, toy_job(BOB, BOB))
        assert of_games(templates)
        wait_until_few(templates, 0)
        assert play(templates, toy_job(BOB, BOB)).status == 0


def test_the_common_template_leaves_after_the_last_of_a_game_and_comes_back():
    with closing(Templates(idle_s=1.0)) as templates:
        play(templates, toy_job(BOB, BOB))
        first = common(templates)
        deadline = time.monotonic() + 20
        while runs(first):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert play(templates, toy_job(BOB, BOB)).status == 0
        assert common(templates) != first


def test_a_game_in_use_keeps_its_template(templates):
    play(templates, toy_job(BOB, BOB))
    (first,) = of_games(templates)
    play(templates, toy_job(BOB, BOB))
    assert of_games(templates) == [first]


def test_while_memory_is_short_only_the_game_in_use_has_a_template(modules):
    with closing(Templates(least_available=1.0)) as templates:
        for number in range(3):
            assert play(templates, module_job(modules, f"game{number}", "")).status == 0
            wait_until_few(templates, 1)


def test_a_template_that_has_grown_is_replaced(templates, modules):
    text = (
        "import os\n"
        "hoard = []\n"
        f"take = lambda: hoard.append(bytearray(b'x') * ({template.GROWTH_KB + 4096} << 10))\n"
        "os.register_at_fork(after_in_parent=take)\n"
    )
    job = module_job(modules, "grows", text)
    play(templates, job)
    (first,) = of_games(templates)
    deadline = time.monotonic() + 5
    while first in of_games(templates):
        play(templates, job)
        assert time.monotonic() < deadline


@pytest.mark.parametrize("which", ["common", "game"])
def test_a_template_that_was_killed_is_replaced(templates, which):
    play(templates, toy_job(BOB, BOB))
    (game,) = of_games(templates)
    victim = common(templates) if which == "common" else game
    os.kill(victim, signal.SIGKILL)
    assert play(templates, toy_job(BOB, BOB)).status == 0


class ShortLived(Templates):
    """Its templates are killed before they have forked anything."""

    begun = 0

    def _begin(self) -> socket.socket:
        requests = super()._begin()
        assert self._process is not None
        self.begun += 1
        self._process.kill()
        return requests


def test_templates_that_are_killed_again_and_again_are_no_fault_of_the_match():
    with closing(ShortLived()) as templates:
        with pytest.raises(
            OSError, match=r"the template of the judger has ended|Broken pipe|reset"
        ):
            play(templates, toy_job(BOB, BOB))
        assert templates.begun == 2


def test_nor_are_templates_of_its_game_that_are_killed(templates, modules):
    text = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"
    with pytest.raises(OSError, match="the template of the judger has ended"):
        play(templates, module_job(modules, "killed", text))
    assert play(templates, toy_job(BOB, BOB)).status == 0


def test_templates_that_end_by_themselves_are_a_fault(monkeypatch):
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    refused = pytest.raises(SandboxError, match="no judger could be started")
    with closing(Templates()) as templates, refused:
        play(templates, toy_job(BOB, BOB))


def slow_job() -> Job:
    return toy_job(bot("offspring"), bot("sleep"), wall_ms=60_000)


def family_of_judger(running) -> set[int]:
    for _ in range(3):
        running.stdout.readline()
    found = descendants(running.process.pid)
    assert len(found) >= 2
    return found | {running.process.pid}


def test_the_end_of_a_template_ends_its_matches_as_killed(templates):
    with judger(slow_job(), start=templates.start) as running:
        pids = family_of_judger(running)
        (game,) = of_games(templates)
        os.kill(game, signal.SIGKILL)
        assert running.process.wait(5) == -signal.SIGKILL
    assert gone(pids)


def test_a_judger_that_is_told_to_stop_or_killed_says_so_by_its_status(templates):
    for number, status in ((signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)):
        with judger(slow_job(), start=templates.start) as running:
            pids = family_of_judger(running)
            assert judgers(common(templates)) == [running.process.pid]
            running.process.send_signal(number)
            assert running.process.wait(5) == status
        assert gone(pids)
        running.process.send_signal(number)  # nothing happens


def test_a_judger_that_does_not_end_in_time_can_be_waited_for_again(templates):
    with judger(slow_job(), start=templates.start) as running:
        family_of_judger(running)
        with pytest.raises(subprocess.TimeoutExpired):
            running.process.wait(0.05)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(5) == 143


def test_nothing_of_a_worker_that_is_killed_goes_on():
    code = (
        "import sys, time\n"
        "from sandbox.judger.client import judger\n"
        "from sandbox.judger.client import Templates\n"
        "from sandbox.tests.test_judger_template import slow_job\n"
        "with judger(slow_job(), start=Templates().start) as running:\n"
        "    for _ in range(3): running.stdout.readline()\n"
        "    print('plays', flush=True)\n"
        "    time.sleep(60)\n"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "plays\n"
        pids = descendants(worker.pid)
        assert len(pids) >= 5  # two templates, a judger, two bots
        worker.kill()
    assert gone(pids)


def test_close_ends_the_template(templates):
    play(templates, toy_job(BOB, BOB))
    pids = {common(templates), *of_games(templates)}
    templates.close()
    assert gone(pids)


def test_a_judger_whose_template_has_ended_before_it_looked_reads_nothing_of_its_job():
    """Another judger is asked for on the same pipes."""
    code = (
        "import os; from sandbox.judger import template as t\n"
        "t._run(lambda: t._become_judger([0, 1, 2], os.getpid()))"
    )
    reader, writer = os.pipe()
    os.write(writer, b"job\n")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdin=reader, timeout=60, check=False
    )
    os.close(writer)
    with open(reader, "rb") as rest:
        assert (done.returncode, rest.read()) == (0, b"job\n")
