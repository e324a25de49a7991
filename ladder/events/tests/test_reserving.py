"""Workers reserved for an event: its matches, the history, and what is measured."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from controls import services as controls
from controls.models import Reservation
from controls.reservations import Wanted
from ladder.core.contest.plan import Kind
from ladder.events.reading.reserved import Measured
from ladder.events.running import reserving
from ladder.events.tests import steps
from ladder.models import RatedMatch
from ladder.tests.play import RULESET
from matches.models import Match
from matches.queueing import claiming
from matches.services import create_match

pytestmark = pytest.mark.django_db
LEAGUE = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
NOON = datetime(2026, 5, 10, 12, 0, tzinfo=UTC)


def hours(first: float, last: float, workers: int = 2) -> Wanted:
    now = timezone.now()
    return Wanted(now + timedelta(hours=first), now + timedelta(hours=last), workers=workers)


def test_the_next_match_that_a_worker_takes_is_one_of_the_event(olga, alice, bots):
    event = steps.begin(olga, bots[:3], LEAGUE)
    other = steps.begin(olga, bots[4:6], LEAGUE)
    Match.objects.filter(event_game__encounter__stage__event=other).update(priority=5)
    controls.seen("box:1:2", "matches")
    controls.seen("box:3:4", "matches")

    def next_one() -> Match:
        choice = claiming.choose("matches", "box:1:2", claiming.Skipped())
        assert choice is not None
        return Match.objects.get(pk=choice.pk)

    assert next_one().event_game.encounter.stage.event == other
    with pytest.raises(PermissionDenied):
        reserving.reserve(event, alice, hours(-1, 1), "The final.")
    made = reserving.reserve(event, olga, hours(-1, 1), "The final.")
    assert next_one().event_game.encounter.stage.event == event
    act = AuditEntry.objects.get(target_type="events.event", act__startswith="reserved 2 workers")
    assert (act.target_id, act.reason) == (str(event.pk), "The final.")
    reserving.release(event, olga, made, "It is over.")
    assert next_one().event_game.encounter.stage.event == other
    assert AuditEntry.objects.filter(act__startswith="released 2 workers").exists()
    steps.play_all(other)
    with pytest.raises(ValidationError, match="not over"):
        reserving.reserve(other, olga, hours(2, 3), "Why.")


def test_use_and_waits_agree_with_a_count_of_the_matches(olga, bots, pit):
    """Two matches of the event in the reservation, one after it; one of the ladder before and one
    inside."""
    event = steps.begin(olga, bots[:3], LEAGUE)
    steps.play_all(event)
    row = Reservation.objects.create(
        subject=event.pk, begins=NOON, ends=NOON + timedelta(hours=2), workers=2, reason="why"
    )
    own = list(Match.objects.order_by("pk"))
    versions = [bot.active_version for bot in bots[:2]]
    others = [create_match("snake", RULESET, "ladder", versions) for _ in range(2)]
    plan = [(own[0], 10, 70, 5), (own[1], 60, 120, 15), (own[2], 200, 210, 30)]
    plan += [(others[0], -60, -30, 2), (others[1], 90, 240, 40)]
    for match, begin, end, waited in plan:
        Match.objects.filter(pk=match.pk).update(
            created=NOON + timedelta(minutes=begin - waited),
            started=NOON + timedelta(minutes=begin),
            finished=NOON + timedelta(minutes=end),
            state="finished",
            reserved=match == own[0],
        )
    found = Measured(event, row)
    assert (found.begun, found.on, found.on_reserved) == (True, False, 1)
    assert [each.used for each in found.hours][:2] == pytest.approx([50 / 60, 70 / 60])
    assert [each.others for each in found.hours][:2] == pytest.approx([0.0, 0.5])
    minutes = [
        (each.count, each.mean and each.mean.total_seconds() / 60,
         each.longest and each.longest.total_seconds() / 60)
        for each in found.waits
    ]  # fmt: skip
    assert minutes == [(2, 10, 15), (1, 30, 30), (1, 40, 40), (1, 2, 2)]
    assert not RatedMatch.objects.exists()
