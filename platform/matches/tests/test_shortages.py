"""A match or build goes only where it can run; what no machine can do waits and says so."""

from __future__ import annotations

import pytest

from arbiter.working.workers import host, own_name
from bots.models import BotVersion
from bots.tests.steps import ready, version_of
from bots.versions import building
from controls.models import Machine, Shortage
from controls.tests.boxes import machine
from matches import tasks
from matches.models import Match
from matches.queueing import claiming, shortages
from matches.services import create_match
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


@pytest.fixture
def waiting(worm):
    return create_match("snake", "standard", "friendly", [worm, worm])


def lacking(name: str, reason: str) -> None:
    """This machine, without a language, or with it again."""
    row = Machine.objects.get(name=host())
    row.languages[name] = {"version": "", "reason": reason, "tried": True}
    row.save()


def chosen() -> bool:
    return claiming.choose("matches", own_name(), claiming.Skipped()) is not None


def test_a_machine_takes_no_match_of_a_language_that_does_not_work_there(waiting):
    assert chosen()
    lacking("python", "no interpreter")
    assert not chosen()
    lacking("python", "")
    lacking("java", "no JDK")
    assert chosen()


def test_it_plays_the_next_one_that_it_can(waiting, worm, monkeypatch, alice):
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    BotVersion.objects.filter(pk=worm.pk).update(language="java")
    other = ready(version_of(worm.bot))
    later = create_match("snake", "standard", "friendly", [other, other])
    chosen()
    lacking("java", "no JDK")
    tasks.play("matches")
    assert list(Match.objects.live()) == [later]


def test_a_build_waits_for_a_machine_with_its_language(alices_bot, redis_client):
    version = version_of(alices_bot)
    BotVersion.objects.update(state=BotVersion.State.WAITING)
    chosen()
    lacking(version.language, "no interpreter")
    assert building.claim() is None
    lacking(version.language, "")
    assert building.claim() == version


def test_what_no_machine_can_play_waits_and_says_so_once(waiting, client, olga):
    machine("a", python="no Python here")
    shortages.note()
    shortages.note()
    (row,) = Shortage.objects.all()
    assert (row.reason, row.count) == ("Python 3 works on no worker machine.", 1)
    (notice,) = Notice.objects.filter(kind="machine.none")
    assert notice.user == olga
    assert f"1 match or build waits for a machine. {row.reason} Worker machines: a." in notice.text
    assert row.reason in client.get("/status/queue/").content.decode()
    page = client.get(waiting.get_absolute_url()).content.decode()
    assert row.reason in page
    assert "Waiting to be played" not in page


def test_the_shortage_is_over_once_a_machine_can(waiting):
    machine("a", python="no Python here")
    shortages.note()
    machine("b", java="no JDK here")
    shortages.note()
    assert not Shortage.objects.exists()
    assert shortages.reason_of(waiting) == ""


@pytest.mark.parametrize(
    ("kind", "box", "words"),
    [
        ("ladder", {"rated": False}, "the kernel hold all walls of the sandbox"),
        ("friendly", {"memory_mb": 100}, "2048 MB of memory together; the worker machines allow"),
        ("friendly", {"rated": False}, ""),
        ("friendly", {"problem": "Its clock is wrong."}, ""),
    ],
)
def test_walls_and_memory_decide_too(worm, kind, box, words):
    match = create_match("snake", "standard", kind, [worm, worm])
    machine("a", **box)
    found = shortages.reason_of(match)
    assert words in found
    assert bool(words) == bool(found)


def test_a_build_that_no_machine_can_do_is_counted(alices_bot, redis_client):
    version_of(alices_bot)
    BotVersion.objects.update(state=BotVersion.State.WAITING)
    machine("a", builds=True, python="no Python here")
    shortages.note()
    assert Shortage.objects.get().reason == "Python 3 works on no worker machine."


def test_where_two_machines_have_half_each_neither_can(worm):
    match = create_match("snake", "standard", "ladder", [worm, worm])
    machine("a", rated=False)
    machine("b", python="no Python here")
    assert shortages.reason_of(match) == "No single worker machine has all that it needs."
