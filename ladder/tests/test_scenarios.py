"""Scenarios on the ladder and in series."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from bots.services import create_bot
from games.tests.orchard import Orchard
from ladder.events.kinds.series import series_ruleset
from ladder.events.planning import acts
from ladder.events.tests.series_steps import game_now, planned
from ladder.matchmaking import feed
from ladder.models import Season
from ladder.seasons.current import current_season, end_seasons, ensure_seasons, side_count
from ladder.tasks import open_seasons
from ladder.tests.play import add_version
from matches.models import Match
from rulesets import services
from rulesets.models import Scenario
from rulesets.tests.steps import draft, install, make, plant

pytestmark = pytest.mark.django_db


@pytest.fixture
def summer(monkeypatch, settings, redis_client, olga):
    install(monkeypatch, settings)
    return make(olga, plant(olga))


@pytest.fixture
def bots(summer, alice, bob):
    made = []
    for owner in (alice, bob):
        bot = create_bot(owner, "orchard", f"of-{owner}")
        add_version(bot)
        bot.refresh_from_db()
        made.append(bot)
    return made


def seasons() -> list[str]:
    return [season.name for season in ensure_seasons() if season.game == "orchard"]


def test_a_season_opens_when_it_is_published_and_ends_with_it(summer, olga):
    assert seasons() == ["Duel, season 1", "Trio, season 1"]
    services.publish(summer, olga, timezone.now() + timedelta(days=1))
    assert seasons() == []
    now = timezone.now()
    Scenario.objects.update(published_at=now, map_public_at=now)
    assert seasons() == ["Summer fair, season 1"]
    assert end_seasons() == []
    services.retire(summer, olga, "over")
    open_seasons()
    assert current_season("orchard", "summer") is None
    assert Season.objects.get(ruleset="summer").has_ended
    assert current_season("orchard", "duel") is not None
    assert side_count("orchard", "summer") == 2


def test_without_a_ladder_there_is_no_season(summer, olga):
    services.publish(summer, olga, rated=False)
    assert seasons() == ["Duel, season 1", "Trio, season 1"]
    season = Season(game="orchard", ruleset="summer", name="By hand")
    with pytest.raises(ValidationError, match="that can be rated: duel, trio"):
        season.clean()


def test_the_matchmaker_pairs_by_scenarios_too(summer, bots, olga):
    services.publish(summer, olga)
    ensure_seasons()
    Season.objects.exclude(ruleset="summer").update(paused=True)
    made = [match for match in feed(random.Random(1)) if match.game == "orchard"]
    assert made
    assert {match.ruleset for match in made} == {"summer"}
    assert {(match.params or {})["turns"] for match in made} == {2}
    services.retire(summer, olga, "over")
    Match.objects.all().delete()
    assert [match for match in feed(random.Random(1)) if match.game == "orchard"] == []


def test_a_series_is_played_by_a_published_scenario_to_its_end(summer, bots, olga, monkeypatch):
    monkeypatch.setattr(Orchard, "handicap", "the apples")
    given = {"name": "Fair", "game": "orchard", "ruleset": "summer", "winners": 1}
    with pytest.raises(ValidationError) as caught:
        planned(olga, bots, **given)
    assert list(caught.value.error_dict) == ["ruleset"]
    services.publish(summer, olga)
    series = planned(olga, bots, **given)
    services.edit(summer, olga, draft(summer.map, data={"constants": {"turns": 3}}))
    services.retire(summer, olga, "over")
    assert series_ruleset("orchard", "summer") is not None
    acts.start(series, olga)
    match = game_now(series).match
    params = match.params or {}
    assert (match.base, params["turns"], match.map) == ("duel", 3, summer.board)
