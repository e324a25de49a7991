"""Matches of a worker, a machine or an interval that are played again at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events import people
from ladder.events.kinds.registry import States
from ladder.events.mending import drafts, incidents
from ladder.events.mending.decisions import Decide
from ladder.events.mending.incidents import Choice, PlayAgain
from ladder.events.models import Event, Incident, SeriesGame, Stage
from ladder.events.reading import incidents as reading
from ladder.events.reading.viewer import EventViewer
from ladder.events.showing import talk
from ladder.events.tests.series_steps import go_on, win
from ladder.events.tests.steps import begin, names, play, play_all, stage, waiting
from ladder.publishing import Outdated
from matches.models import Match
from notices.models import Notice

pytestmark = pytest.mark.django_db
WHY = "its clock was wrong"
LEAGUE = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), begins=120, freeze=30, reveal=Reveal.HIDDEN)


def again(event: Event, by, choice: Choice, minutes: int = 0, why: str = WHY) -> Incident:
    act = PlayAgain(event, choice, minutes)
    made = act.do(by, why, seen=act.preview().fingerprint)
    event.refresh_from_db()
    return made


def played_by(match: Match, worker: str, minutes_ago: float = 0) -> Match:
    """Play a match, as if that worker had ended it that many minutes ago."""
    play(match)
    ended = timezone.now() - timedelta(minutes=minutes_ago)
    rows = Match.objects.filter(pk=match.pk)
    rows.update(claimed_by=worker, started=ended - timedelta(minutes=1), finished=ended)
    return rows.get()


@pytest.fixture
def event(olga, bots):
    """In the middle of a league, which a cup follows at a set time: machines have played four of
    its matches, one match runs, and one waits."""
    event = begin(olga, bots[:4], LEAGUE, CUP)
    one, two, three, four, runs, _ = waiting(event)
    for match, worker in ((one, "box:1:a"), (two, "box:2:a"), (three, "boxer:1:a")):
        played_by(match, worker, 10)
    played_by(four, "box:1:a", 60)
    Match.objects.claim(runs.pk, "box:2:a")
    return event


def lately() -> datetime:
    return timezone.now() - timedelta(minutes=30)


def test_matches_are_chosen_by_worker_machine_and_interval(event):
    one, two, three, four, runs, _ = Match.objects.order_by("pk").values_list("pk", flat=True)
    seen = {each.name: (each.machine, each.matches) for each in incidents.players(event)}
    assert seen == {"box:1:a": ("box", 2), "box:2:a": ("box", 1), "boxer:1:a": ("boxer", 1)}
    found = incidents.preview(event, Choice(machine="box", since=lately()))
    assert [(part.stage.key, part.chosen) for part in found.parts] == [("league", (one, two))]
    assert [(left.matches, left.why) for left in found.left] == [((runs,), incidents.RUNNING)]
    for other, chosen in (
        (Choice(worker="box:1:a"), (one, four)),
        (Choice(machine="boxer"), (three,)),
        (Choice(until=lately()), (four,)),
        (Choice(since=lately()), (one, two, three)),
    ):
        assert incidents.preview(event, other).parts[0].chosen == chosen


def test_matches_of_a_machine_are_played_again_and_later_times_move(event, olga, bots):
    reveals = timezone.now() + timedelta(hours=3)
    Stage.objects.filter(key="cup").update(reveals_at=reveals)
    one, two, three, *_ = Match.objects.order_by("pk")
    cup = event.stages.get(key="cup")
    begins, planned = cup.begins, cup.planned.begins
    assert begins is not None
    assert planned is not None
    until = begins + timedelta(hours=1)
    Event.objects.update(freeze_uploads="entered", freeze_until=until)
    Notice.objects.all().delete()
    again(event, olga, Choice(machine="box", since=lately()), minutes=15)
    for match in (one, two, three):
        match.refresh_from_db()
    assert [m.voided_why for m in (one, two, three)] == [WHY, WHY, ""]
    cup.refresh_from_db()
    later = timedelta(minutes=15)
    assert (cup.begins, cup.reveals_at) == (begins + later, reveals + later)
    event.refresh_from_db()
    assert event.freeze_until == until + later
    assert cup.freezes == begins + later - timedelta(minutes=30)
    assert cup.planned.begins == planned + 15
    assert event.planned.stage("cup").begins == planned + 15
    texts = list(Notice.objects.filter(user=bots[0].owner).values_list("text", flat=True))
    assert any("Cup of Open has changed: it now begins on" in text for text in texts)
    assert f"Open: matches of League are void: {WHY}" in texts
    said = AuditEntry.objects.filter(act__startswith="had 2 matches played again").get()
    assert "matches of a machine: box from" in said.act
    assert "later times by 15 minutes" in said.act


def test_the_progress_is_shown_and_the_public_sees_it_with_its_announcement(event, olga, alice):
    incident = again(event, olga, Choice(machine="box", since=lately()), minutes=15)
    void = {match.pk for match in incident.matches.all()}
    told = reading.progress(incident)
    assert (told.done, told.total, told.over) == (0, 2, False)
    Match.objects.filter(state="running").update(state="queued")
    play_all(event)
    assert reading.progress(incident).done == 2
    league = event.stages.get(key="league")
    assert names(league) == [("b0", 1), ("b1", 2), ("b2", 3), ("b3", 4)]
    assert not void & States().counting(league)
    viewer = EventViewer(event, alice)
    assert not reading.public(viewer), "it is not announced"
    assert "League" in incident.text
    assert "Cup: start" in incident.text
    assert "box" not in incident.title + incident.text, "names of machines stay inside"
    drafts.announce(incident, olga, talk.Message(incident.title, incident.text))
    assert list(reading.public(viewer)) == [incident]
    with pytest.raises(ValidationError, match="published already"):
        drafts.announce(incident, olga, talk.Message("Again"))
    talk.withdraw(event.announcements.get(), olga, "a mistake")
    assert not reading.public(viewer)


def test_matches_that_cannot_be_played_again_are_listed_with_the_reason(olga, bots):
    event = begin(olga, bots[:3], LEAGUE, replace(CUP, begins=None, freeze=0))
    for match in waiting(event):
        played_by(match, "box:1:a")
    play_all(event)
    found = incidents.preview(event, Choice(machine="box"))
    (left,) = found.left
    assert (left.stage.key, left.blocked, len(left.matches)) == ("league", True, 3)
    assert "Take Cup back first" in left.why
    assert found.objection == "No match that can be played again fits this choice."
    with pytest.raises(ValidationError, match="fits this choice"):
        again(event, olga, Choice(machine="box"))
    # The cup itself is over, and goes on.
    final = States().counting(event.stages.get(key="cup"))
    Match.objects.filter(pk__in=final).update(claimed_by="box:9:a")
    assert event.state == Event.State.FINISHED
    again(event, olga, Choice(worker="box:9:a"))
    assert event.state == Event.State.RUNNING
    play_all(event)
    assert event.state == Event.State.FINISHED
    assert not final & States().counting(event.stages.get(key="cup"))
    met = event.stages.get(key="cup").encounters.get(obsolete=False)
    Match.objects.filter(event_game__encounter=met).update(claimed_by="box:9:a")
    Decide(met, met.entrants[0]).do(olga, "a power cut")
    whys = {left.why for left in incidents.preview(event, Choice(worker="box:9:a")).left}
    assert whys == {incidents.DECIDED}


def test_roles_reasons_and_fingerprints(olga, alice, bob, bots):
    event = begin(olga, bots[:3], LEAGUE)
    one, two, _ = waiting(event)
    played_by(one, "box:1:a")
    people.give(event, olga, "alice", "announcer")
    people.give(event, olga, "bob", "judge")
    choice = Choice(machine="box")
    with pytest.raises(PermissionDenied):
        again(event, alice, choice)
    with pytest.raises(PermissionDenied):
        again(event, bob, choice, minutes=5)
    with pytest.raises(ValidationError, match="Say why"):
        again(event, bob, choice, why=" ")
    with pytest.raises(ValidationError, match="Enter a number from 0"):
        again(event, olga, choice, minutes=incidents.LONGEST + 1)
    act = PlayAgain(event, choice)
    seen = act.preview().fingerprint
    played_by(two, "box:1:a")
    with pytest.raises(Outdated):
        act.do(bob, WHY, seen=seen)
    assert not Incident.objects.exists()
    assert not Match.objects.exclude(voided_at=None).exists()
    made = act.do(bob, WHY, seen=seen, regardless=True)
    assert made.matches.count() == 2
    assert made.by == bob


def test_of_a_series_all_later_games_go_along(olga, series):
    win(series, 0)
    win(series, 1)
    win(series, 0)
    games = list(SeriesGame.objects.filter(match__state="finished").order_by("number"))
    Match.objects.filter(pk=games[1].match_id).update(claimed_by="box:1:a")
    (part,) = incidents.preview(series, Choice(machine="box")).parts
    assert part.chosen == (games[1].match_id,)
    assert part.along[0] == games[2].match_id
    incident = again(series, olga, Choice(machine="box"))
    assert incident.matches.count() == part.count
    assert States().counting(series.stages.get()) == {games[0].match_id}
    go_on(series)
    win(series, 1)
    assert reading.progress(incident).done == 1
