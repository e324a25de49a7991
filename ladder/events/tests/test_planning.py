"""Planning an event: who may, what is wrong with a plan, and what can still be changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Feed, Kind, Options
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft, PlanError
from ladder.events.planning.checking import findings
from ladder.events.running import pausing
from ladder.events.tests.steps import begin, open_event, stage
from maps.models import Map
from maps.services import install_stock

pytestmark = pytest.mark.django_db

LEAGUE = stage("league", Kind.ROUND_ROBIN)


def draft(**more) -> Draft:
    return Draft(**{"name": "Autumn Cup", "plan": EventPlan((LEAGUE,)), **more})


def test_only_organizers_plan(alice, olga):
    with pytest.raises(PermissionDenied):
        acts.create(alice, draft())
    event = acts.create(olga, draft())
    assert (event.state, event.slug) == (Event.State.DRAFT, "autumn-cup")
    assert list(Event.objects.all().public()) == []
    for verb in (acts.publish, acts.discard, acts.start):
        with pytest.raises(PermissionDenied):
            verb(event, alice)


def test_two_events_of_one_name_have_addresses_of_their_own(olga):
    slugs = [acts.create(olga, draft(name=name)).slug for name in ("Cup", "Cup", "new", "…")]
    assert slugs == ["cup", "cup-2", "new-2", "event"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": " "}, "name"),
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"starts": timezone.now() - timedelta(days=1)}, "starts"),
        ({"per_person": 0}, "per_person"),
        ({"most_entries": 1}, "most_entries"),
    ],
)
def test_what_is_wrong_with_the_frame_is_said_beside_its_field(olga, wrong, field):
    with pytest.raises(ValidationError) as caught:
        acts.create(olga, draft(**wrong))
    assert list(caught.value.message_dict) == [field]
    assert not Event.objects.exists()


def test_entries_close_after_they_have_opened_and_before_the_start(olga):
    now, hour = timezone.now(), timedelta(hours=1)
    for times in (
        {"entries_open": now + hour, "entries_close": now + hour},
        {"entries_close": now + 2 * hour, "starts": now + hour},
    ):
        with pytest.raises(ValidationError, match="Entries must close"):
            acts.create(olga, draft(**times))


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"game": "chess"}, "game", "has no game “chess”"),
        ({"ruleset": "odd"}, "ruleset", "no ruleset “odd”"),
        ({"kind": Kind.SERIES}, "ruleset", "has no handicaps"),
        ({"maps": (99,)}, "maps", "no map 99"),
        ({"game": "generals", "ruleset": "melee", "kind": Kind.SINGLE}, "kind", "needs two"),
        (
            {"game": "xghj", "ruleset": "standard", "kind": Kind.SERIES, "maps": (1,)},
            "maps",
            "pool",
        ),
    ],
)
def test_what_cannot_be_played_here_is_said_in_its_place(change, field, words):
    found = findings(EventPlan((replace(LEAGUE, **change),)))
    assert any(p.stage == "league" and p.field == field and words in p.text for p in found)


def test_a_ruleset_without_maps_in_its_pool_needs_some():
    Map.objects.update(archived=timezone.now())
    own = replace(LEAGUE, game="microwars", ruleset="standard")
    assert [p.field for p in findings(EventPlan((own,)))] == ["maps"]


def test_too_many_to_meet_each_other_make_groups_or_offer_fewer_places():
    groups = replace(LEAGUE, options=Options(groups=2))
    final = stage("final", Kind.ROUND_ROBIN, Feed("league"))
    assert [p.field for p in findings(EventPlan((LEAGUE,)), 65)] == ["groups"]
    assert findings(EventPlan((LEAGUE,)), 64) == []
    assert findings(EventPlan((groups,)), 128) == []
    assert [p.stage for p in findings(EventPlan((groups, final)), 128)] == ["final"]
    some = replace(final, feeds=(Feed("league", 8),))
    assert findings(EventPlan((groups, some)), 128) == []
    install_stock([GAMES["xghj"]])
    series = replace(LEAGUE, kind=Kind.SERIES, game="xghj", ruleset="four")
    assert findings(EventPlan((series,)), 512) == []
    (problem,) = findings(EventPlan((series,)), 513)
    assert (problem.field, "a series allows 512" in problem.text) == ("groups", True)


def test_a_plan_that_cannot_be_played_stays_a_draft(olga):
    wrong = replace(LEAGUE, options=Options(games=0))
    event = acts.create(olga, draft(plan=EventPlan((wrong,))))
    with pytest.raises(PlanError) as caught:
        acts.publish(event, olga)
    assert [(p.stage, p.field) for p in caught.value.problems] == [("league", "games")]
    event.refresh_from_db()
    assert event.state == Event.State.DRAFT
    acts.discard(event, olga)
    assert not Event.objects.exists()


def test_an_open_event_can_be_changed_as_long_as_it_stays_playable(olga, bots):
    event = open_event(olga, LEAGUE)
    acts.change(event, olga, draft(name="Winter Cup"))
    event.refresh_from_db()
    assert (event.name, event.slug) == ("Winter Cup", "open")
    with pytest.raises(PlanError):
        acts.change(event, olga, draft(plan=EventPlan()))
    begun = begin(olga, bots[:2], LEAGUE)
    with pytest.raises(ValidationError, match="has started"):
        acts.change(begun, olga, draft())


def test_what_organizers_did_is_kept(olga, bots):
    event = begin(olga, bots[:2], LEAGUE)
    pausing.pause(event, olga, "supper")
    kept = AuditEntry.objects.filter(target_id=str(event.pk), target_type__endswith="event")
    assert [entry.act for entry in kept.order_by("pk")] == [
        "drafted",
        "published",
        "started",
        "paused",
    ]
