"""A job is read strictly: every surprise in it is named."""

import json

import pytest

from games.engine import SeatSetup, Setup
from sandbox.judger.job import Job, JobError, SeatJob
from sandbox.limits import Limits
from sandbox.tests.toy import Toy


@pytest.fixture
def job(tmp_path):
    alice = SeatJob("alice/worm", tmp_path, ("/program/bot",))
    bob = SeatJob("bob/mole", tmp_path, ("/usr/bin/python3", "/program/main.py"))
    places = (SeatSetup(1, "bob"), SeatSetup(0, "alice"))
    return Job(
        match="12",
        game="toy",
        setup=Setup(places, 7, "standard", {"rounds": 3}, {"m": 1}),
        seats=(alice, bob),
        limits=Limits(memory_mb=64),
        cpu=1,
        wall_s=1.5,
        memory_mb=512,
        modules=("sandbox.tests.toy",),
        hide=(tmp_path / "secrets",),
        isolation={"name": "bubblewrap"},
    )


def test_a_job_comes_back_from_json_as_it_was(job):
    assert Job.from_bytes(json.dumps(job.to_json()).encode()) == job


def test_what_is_optional_has_defaults(job):
    data = job.to_json()
    for name in ("limits", "cpu", "wall_s", "memory_mb", "modules", "hide", "isolation"):
        del data[name]
    read = Job.from_json(data)
    assert read.limits == Limits()
    assert (read.cpu, read.modules, read.hide, read.isolation) == (None, (), (), None)


def test_limits_may_be_given_in_part(job):
    read = Job.from_json({**job.to_json(), "limits": {"memory_mb": 99}})
    assert read.limits == Limits(memory_mb=99)
    read = Job.from_json({**job.to_json(), "limits": {"game_cpu_ms": 5, "turn_cpu_ms": 7}})
    assert (read.limits.game_cpu_ms, read.limits.turn_cpu_ms) == (5, 7)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seats": []}, "job.seats has 0 seats, but job.setup numbers [0, 1]"),
        ({"seat": 1}, "job has unknown fields: seat"),
        ({"match": 12}, "job.match must be of type str, not int"),
        ({"cpu": "1"}, "job.cpu must be of type int, not str"),
        ({"cpu": True}, "job.cpu must be of type int, not bool"),
        ({"limits": {"memory": 1}}, "job.limits has unknown fields: memory"),
        ({"limits": {"memory_mb": 0}}, "job.limits.memory_mb must be more than 0, not 0"),
        ({"limits": {"turn_bytes": 1.5}}, "job.limits.turn_bytes must be of type int, not float"),
        ({"limits": {"turn_bytes": None}}, "job.limits.turn_bytes must be of type int, not None"),
        ({"hide": ["data"]}, "job.hide: data is not an absolute path"),
        ({"hide": "/data"}, "job.hide must be of type list, not str"),
        ({"memory_mb": 0}, "job.memory_mb must be more than 0, not 0"),
        ({"wall_s": 0}, "job.wall_s must be more than 0, not 0"),
        ({"modules": [1]}, "job.modules must be of type str, not int"),
        ({"setup": {"seats": []}}, "job.setup is incomplete or has unknown fields: "),
        ({"setup": None}, "job.setup must be of type dict, not NoneType"),
    ],
)
def test_what_is_wrong_is_named(job, change, message):
    with pytest.raises(JobError) as error:
        Job.from_json({**job.to_json(), **change})
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"argv": []}, "job.seats[0].argv must be a list of at least one text"),
        ({"argv": ["a", 1]}, "job.seats[0].argv must be a list of at least one text"),
        ({"program": "/no/such/folder"}, "job.seats[0].program: there is no folder"),
        ({"name": None}, "job.seats[0].name must be of type str"),
    ],
)
def test_what_is_wrong_with_a_seat_is_named(job, change, message):
    data = job.to_json()
    data["seats"][0].update(change)
    with pytest.raises(JobError) as error:
        Job.from_json(data)
    assert message in str(error.value)


@pytest.mark.parametrize("text", [b"", b"[]", b"nonsense", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(text):
    with pytest.raises(JobError):
        Job.from_bytes(text)


def test_a_game_from_outside_is_found_through_its_module(job):
    assert isinstance(job.find_game(), Toy)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"modules": ["no.such.module"]}, "there is no GAME in the module no.such.module"),
        ({"modules": ["sandbox.limits"]}, "there is no GAME in the module sandbox.limits"),
        ({"game": "go"}, "there is no game 'go'; choose of ["),
    ],
)
def test_a_game_that_is_not_there_is_named(job, change, message):
    with pytest.raises(JobError) as error:
        Job.from_json({**job.to_json(), **change}).find_game()
    assert message in str(error.value)


def test_a_ruleset_that_is_not_there_is_named(job):
    data = job.to_json()
    data["setup"]["ruleset"] = "blitz"
    with pytest.raises(JobError, match="toy has no ruleset 'blitz'"):
        Job.from_json(data).find_game()
