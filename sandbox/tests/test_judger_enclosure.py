"""The judger has no network, sees no hidden folder, and cannot fill the machine's memory."""

import importlib.util
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.engine import SeatSetup, Setup
from sandbox.judger.client import ROOT, judger
from sandbox.judger.job import Job
from sandbox.limits import Limits
from sandbox.tests.matches import BOTS, Played, bot, collect, isolation, play, toy_job
from sandbox.tests.readable import readable

BOB = bot("number", 4)


def nosy_job(*seats, **params) -> Job:
    setup = Setup((SeatSetup(0), SeatSetup(1)), 1, "standard", {"rounds": 1, **params})
    job = toy_job(*(seats or (BOB, BOB)))
    return replace(job, game="nosy", setup=setup, modules=("sandbox.tests.nosy",))


def play_job(job: Job) -> Played:
    with judger(job) as running:
        return collect(running)


def scene(played: Played):
    assert played.status == 0, played.lines[-1]
    return played.of("frame")[0]["scene"]


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_the_judger_has_no_network(port):
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        pass  # as any other process can
    saw = scene(play_job(nosy_job(port=port)))
    assert saw["connects"] is False
    assert saw["devices"] == ["lo"]


def test_hidden_folders_are_empty_and_cannot_be_written_to(tmp_path):
    secret = tmp_path / "data" / "secret"
    secret.parent.mkdir()
    secret.write_text("s3cret")
    files = [str(secret), str(secret.parent), str(tmp_path)]
    job = nosy_job(files=files)
    saw = scene(play_job(replace(job, hide=(secret.parent, secret.parent))))
    assert saw["sees"] == files[1:]
    assert saw["writes"] == [str(tmp_path)]
    assert os.listdir(secret.parent) == ["secret"]
    saw = scene(play_job(job))  # as any other process can
    assert (saw["sees"], saw["writes"]) == (files, files[1:])


def test_a_program_below_a_hidden_folder_can_still_be_played():
    data = readable(BOTS)
    (data / "secret").touch()
    program = data / "bots"
    job = nosy_job(
        replace(BOB, program=program), BOB, files=[str(data / "secret"), str(program / "bot.py")]
    )
    played = play_job(replace(job, hide=(data,)))
    assert scene(played)["sees"] == [str(program / "bot.py")]
    assert played.end(0) == ("ok", "")


def test_a_folder_that_is_not_there_need_not_be_hidden(tmp_path):
    played = play_job(replace(toy_job(BOB, BOB), hide=(tmp_path / "none",)))
    assert played.end(0) == ("ok", "")


@pytest.mark.parametrize("what", ["file", "code"])
def test_what_cannot_be_hidden_is_refused(tmp_path, what):
    file = tmp_path / "file"
    file.touch()
    place = file if what == "file" else ROOT
    played = play_job(replace(toy_job(BOB, BOB), hide=(place,)))
    assert played.status == 2
    assert played.error.startswith(f"job.hide: {place} ")


def test_the_judger_leaves_no_mount_behind(tmp_path):
    before = Path("/proc/self/mountinfo").read_text()
    play_job(replace(toy_job(BOB, BOB), hide=(tmp_path,)))
    assert Path("/proc/self/mountinfo").read_text() == before


def test_where_namespaces_are_refused_the_match_is_played_with_a_warning():
    code = (
        "import ctypes, runpy, sys\n"
        "from sandbox.judger import enclosure\n"
        "def refused(name, *arguments): raise OSError(1, 'Operation not permitted')\n"
        "enclosure._call = refused\n"
        "sys.argv = ['judger']\n"
        "runpy.run_module('sandbox.judger', run_name='__main__', alter_sys=True)\n"
    )
    job = json.dumps(toy_job(BOB, BOB).to_json()).encode()
    done = subprocess.run(
        [sys.executable, "-c", code], input=job, capture_output=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1])["type"] == "result"
    assert b"warning: the judger keeps its network and its view of files" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_users_judger_has_no_network_either_and_plays():
    filter_maker = importlib.util.find_spec("pyseccomp")
    assert filter_maker is not None
    assert filter_maker.origin is not None
    home = readable(ROOT / "games", ROOT / "sandbox", Path(filter_maker.origin))
    shutil.copytree(Path(__file__).parent, home / "sandbox" / "tests")
    job = replace(nosy_job(files=["/var/lib/dpkg"]), isolation=None, hide=(Path("/var/lib"),))
    done = subprocess.run(
        ["/usr/bin/python3", "-B", "-m", "sandbox.judger"],
        input=json.dumps(job.to_json()).encode(),
        env={"PATH": "/usr/bin", "PYTHONPATH": str(home)},
        cwd=home,
        user=60002,
        group=60002,
        extra_groups=[],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    played = Played(0, [json.loads(line) for line in done.stdout.splitlines()])
    assert scene(played)["devices"] == ["lo"]
    assert scene(played)["sees"] == []
    assert played.end(0) == ("ok", "")


def test_an_engine_that_wants_too_much_memory_is_our_fault():
    played = play_job(replace(nosy_job(hog=600), memory_mb=512))
    assert played.status == 3
    assert "MemoryError" in played.error
    assert play_job(replace(nosy_job(hog=200), memory_mb=512)).end(0) == ("ok", "")


def test_bots_do_not_inherit_the_judgers_limit():
    # It takes 300 MB, with a judger that may have no more than 256.
    job = toy_job(bot("large", 300), BOB, limits=Limits(memory_mb=1024), cpu_ms=20_000,
                  wall_ms=60_000)  # fmt: skip
    assert play_job(replace(job, memory_mb=256)).end(0) == ("ok", "")
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] != 256 << 20


@pytest.mark.parametrize(
    ("behaviour", "ends"),
    [
        (("flood",), {"output"}),
        (("lines", 65_536), {"output", "illegal"}),
        (("pour", 1024), {"output"}),
    ],
)
def test_what_bots_send_does_not_fill_the_judgers_memory(behaviour, ends):
    rules: Any = {"cpu_ms": 60_000, "wall_ms": 120_000, "rounds": 2, "forgiving": True}
    job = replace(toy_job(bot(*behaviour), BOB, **rules), wall_s=300)
    most = 0.0
    with judger(job) as running:
        os.set_blocking(running.stdout.fileno(), False)
        said = b""
        while (more := running.stdout.read()) != b"":
            most = max(most, resident_mb(running.process.pid))
            said += more or b""
            time.sleep(0.01)
    result = json.loads(said.splitlines()[-1])
    assert result["outcome"]["seats"][0]["end"] in ends, result
    assert 5 < most < 120


def resident_mb(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * resource.getpagesize() / (1 << 20)


def test_a_worker_may_find_out_about_the_isolation_once():
    assert play(BOB, BOB).end(0) == ("ok", "")  # with what the fixture found out
    job = replace(toy_job(BOB, BOB), isolation=None)
    assert play_job(job).of("header")[0]["options"]["isolation"] == isolation()["name"]
    played = play_job(replace(job, isolation={"name": "a wish"}))
    assert played.status == 3
    assert "this describes no isolation" in played.error
