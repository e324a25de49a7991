"""A stage goes on, and shows its results, however many games it has."""

from __future__ import annotations

import json

import pytest

from ladder.core.contest.plan import Kind
from ladder.events.kinds.registry import States
from ladder.events.models import EncounterGame
from ladder.events.tests.steps import begin, go_on, play_all, stage
from matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bots):
    """A finished stage of one encounter, which has more than 1,001 games."""
    event = begin(olga, bots[:2], stage("cup", Kind.ROUND_ROBIN))
    row = event.stages.get().encounters.get()
    first = row.games.order_by("number")[0].match
    copied = {f.attname: getattr(first, f.attname) for f in Match._meta.concrete_fields}
    del copied["id"]
    made = Match.objects.bulk_create(Match(**{**copied, "state": "aborted"}) for _ in range(1_001))
    EncounterGame.objects.bulk_create(
        EncounterGame(encounter=row, number=number, sides=[0, 1], match=match, lost=True)
        for number, match in enumerate(made, 10)
    )
    play_all(event)
    return event


def test_a_stage_of_more_than_1000_games_goes_on(event, client):
    go_on(event)
    found = event.stages.get()
    assert (found.state, found.trouble, len(States().counting(found))) == ("finished", "", 2)
    for page in ("stages/cup/", "", "print/", "stages/cup/table.csv"):
        assert client.get(f"/events/open/{page}").status_code == 200
    for page in ("", "stages/cup/"):
        assert client.get(f"/api/v1/events/open/{page}").status_code == 200
    answer = client.get("/events/open/results.json")
    assert len(json.loads(answer.getvalue())["matches"]) == 1_003
