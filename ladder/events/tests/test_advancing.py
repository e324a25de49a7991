"""The skeleton of what goes on by itself."""

from __future__ import annotations

import errno
import logging

import pytest
from django.db import OperationalError

from ladder.advancing import FAULT, PATIENCE, Machine
from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.notifications import tell_stuck
from ladder.events.running import advancing
from ladder.events.tasks import move_events
from ladder.events.tests.steps import begin, go_on, open_event, play_all, stage
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, eight, bots):
    return begin(olga, bots[:3], stage("cup", Kind.ROUND_ROBIN, options={"games": 1}))


def fails(*_):
    raise OperationalError("Expression tree is too large")


def test_a_step_that_fails_is_undone_and_keeps_no_other_row_waiting(olga, caplog):
    plan = stage("cup", Kind.ROUND_ROBIN)
    events = [open_event(olga, plan, name=name) for name in ("One", "Two", "Three")]

    def step(event: Event) -> None:
        event.about = "moved"
        event.save()
        if event.name == "Two":
            fails()

    machine = Machine[Event]("move the event", Event.objects.all, step, tell_stuck)
    with caplog.at_level(logging.ERROR):
        machine.move_all([event.pk for event in events])
    names = [Event.objects.get(pk=event.pk).about for event in events]
    assert [name == "moved" for name in names] == [True, False, True]
    assert f"{events[1].pk}: the site failed to move the event" in caplog.text
    assert "Expression tree" in caplog.text
    with pytest.raises(OperationalError, match="tree"):
        machine.advance(events[1].pk)


def test_a_stage_that_fails_again_and_again_is_told_once_until_it_goes_on(
    event, olga, client, monkeypatch
):
    Notice.objects.all().delete()
    with monkeypatch.context() as broken:
        broken.setattr("ladder.events.kinds.moves.terms_by_group", fails)
        for number in range(1, PATIENCE + 3):
            go_on(event)
            assert bool(event.stages.get().trouble) == (number >= PATIENCE)
    found = event.stages.get()
    assert found.trouble.startswith(f"{FAULT}advance the stage")
    notice = Notice.objects.get()
    assert notice.user == olga
    assert f"{found} cannot continue." in notice.text
    client.force_login(olga)
    assert "Expression tree" in client.get("/desk/").text
    play_all(event)
    found.refresh_from_db()
    assert (found.state, found.trouble, found.failures) == ("finished", "", {})


def test_an_event_that_fails_does_not_hold_up_others(event, olga, monkeypatch):
    other = open_event(olga, stage("cup", Kind.ROUND_ROBIN), name="Other")
    Event.objects.filter(pk=other.pk).update(starts="2026-01-01T00:00Z")
    monkeypatch.setattr("ladder.events.planning.acts._open_stages", fails)
    for _ in range(PATIENCE):
        move_events()
    other.refresh_from_db()
    assert other.trouble.startswith(f"{FAULT}start the event")
    assert event.stages.get().trouble == ""
    assert Notice.objects.filter(user=olga, text__contains="Other cannot continue.").count() == 1


def test_a_failure_that_passes_is_told_to_nobody(event, monkeypatch):
    Notice.objects.all().delete()
    for _ in range(PATIENCE):
        with monkeypatch.context() as broken:
            broken.setattr(advancing, "_play", fails)
            advancing.move_all(event.pk)
        advancing.move_all(event.pk)
    found = event.stages.get()
    assert (found.trouble, found.failures) == ("", {})
    assert not Notice.objects.exists()


def test_a_machine_with_a_full_disk_is_no_trouble_of_a_stage(event, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    Notice.objects.all().delete()
    with monkeypatch.context() as broken:
        broken.setattr(advancing, "_play", full)
        for _ in range(PATIENCE):
            advancing.move_all(event.pk)
    found = event.stages.get()
    assert (found.trouble, found.failures) == ("", {})
    assert not Notice.objects.exists()
