"""Tries that the platform fails: they begin again, or say that their program is not at fault."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from arbiter.streams import try_key
from arbiter.working.passing import MOST_KILLED
from controls.models import Machine
from controls.tests.boxes import machine
from sandbox.builds import build
from sandbox.errors import CompilerKilled
from tries import playing, services
from tries.models import Try
from tries.tests.house import house_bot
from tries.tests.test_tries import BROKEN, attempt, done, kit

pytestmark = pytest.mark.django_db


@pytest.fixture
def drifter(make_ready, redis_client, monkeypatch):
    for module in (services, playing):
        monkeypatch.setattr(module, "watched", tuple)
    return house_bot(make_ready, "snake").name


def test_a_fault_of_ours_is_no_fault_of_the_author(drifter, monkeypatch):
    monkeypatch.setattr(playing, "_seats", lambda *_: ())
    row = done(attempt(drifter, kit("snake")))
    assert (row.state, row.failure) == ("failed", playing.OURS)


def test_a_try_begins_again_after_a_passing_fault(drifter, redis_client, monkeypatch):
    faults = [OSError("no room"), CompilerKilled("killed")]

    def failing(*arguments, **named):
        if faults:
            raise faults.pop()
        return build(*arguments, **named)

    monkeypatch.setattr(playing, "build", failing)
    row = attempt(drifter, BROKEN)
    for number in (1, 2):
        assert playing.carry_out()
        row.refresh_from_db()
        assert (row.state, row.faults, row.finished) == ("waiting", number, None)
        assert not playing.carry_out(), "the pause is not over"
        entries = [entry for _, entry in redis_client.xrange(try_key(row.pk))]
        assert entries == [{b"kind": b"begin", b"data": b"%d.1" % (number - 1)}], "it has no end"
        Try.objects.update(retry_at=timezone.now() - timedelta(hours=1))
    assert "SyntaxError" in done(row).build_log
    for fault, most in ((OSError(), playing.MOST_FAULTS), (CompilerKilled("killed"), MOST_KILLED)):
        faults += [fault] * most
        row = attempt(drifter, BROKEN)
        while faults:
            playing.carry_out()
            Try.objects.update(retry_at=timezone.now() - timedelta(hours=1))
        row.refresh_from_db()
        assert (row.state, row.failure) == ("failed", playing.OURS)


def test_a_language_that_works_on_no_machine_is_refused(alice, drifter):
    Machine.objects.all().delete()  # this one, which has built the opponent
    machine("box", builds=True, python="/usr/bin/python3 is missing")
    with pytest.raises(ValidationError, match="No worker machine of this site has a working Pyth"):
        attempt(drifter, by=alice)
    machine("other", builds=True)
    assert attempt(drifter, by=alice).state == "waiting"
