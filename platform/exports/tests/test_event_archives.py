"""Archives of events that were ordered before results were corrected."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.utils import timezone

from exports import event_archives
from exports.models import Export
from ladder.core.contest.plan import Kind
from ladder.corrections.models import Correction
from ladder.events.mending.decisions import Decide
from ladder.events.mending.rulings import Disqualify, Void
from ladder.events.models import EncounterGame, Event
from ladder.events.tests import steps
from ladder.events.tests.conftest import bots as bots
from ladder.events.tests.conftest import eight as eight
from ladder.seasons.current import current_season
from ladder.tests.play import RULESET

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bots):
    event = steps.begin(
        olga, bots[:3], steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    )
    steps.play_all(event)
    return event


def ready(event: Event, by: Any, *, public: bool = True) -> Export:
    file = ContentFile(b"PK", "archive.zip")
    done = {"state": Export.State.DONE, "open": None, "ended": timezone.now(), "file": file}
    return Export.objects.create(by=by, event=event, public=public, **done)


def void(event: Event, olga: Any) -> None:
    game = EncounterGame.objects.filter(encounter__stage__event=event).earliest("pk")
    Void(game.match).do(olga, "The machine was on fire.")
    steps.play_all(event)


def decide(event: Event, olga: Any) -> None:
    row = event.stages.get().encounters.earliest("pk")
    Decide(row, row.entrants[0]).do(olga, "The other one did not come.")


def disqualify(event: Event, olga: Any) -> None:
    Disqualify(event.entries.earliest("pk")).do(olga, "It cheated.")


def correct_season(event: Event, olga: Any) -> None:
    season = current_season("snake", RULESET)
    assert season is not None
    event.stages.update(season=season)
    Correction.objects.create(season=season, by=olga, published_at=timezone.now(), kind="void")


@pytest.mark.parametrize("act", [void, decide, disqualify, correct_season])
def test_an_archive_from_before_a_correction_says_so_and_is_not_public(
    client, event, olga, alice, act
):
    path = f"{event.get_absolute_url()}archive/"
    author = event.entries.last().bot.owner
    old = ready(event, author)
    assert client.get(f"{path}{old.pk}.zip").status_code == 200
    act(event, olga)
    steps.go_on(event)
    client.force_login(alice)
    page = client.get(path).text
    assert "Results were corrected after" in page
    assert "Not public any more" in page
    assert f"{path}{old.pk}.zip" not in page
    assert client.get(f"{path}{old.pk}.zip").status_code == 404
    client.force_login(author)
    assert client.get(f"{path}{old.pk}.zip").status_code == 200
    again = client.post(path, {"content": "public", "replays": "on"})
    assert again.status_code == 302
    Export.objects.filter(state="waiting").delete()
    new = ready(event, author)
    assert [each.outdated for each in event_archives.shown(event, alice)] == [False, True]
    client.logout()
    assert client.get(f"{path}{new.pk}.zip").status_code == 200
