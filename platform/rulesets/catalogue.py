"""The rulesets of a game: those that ship with it, and the scenarios that organizers made.

This is where all of the platform asks for them.  A shipped ruleset comes before a scenario of its
name, and costs no query.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F
from django.utils import timezone

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from rulesets.models import Scenario, ScenarioQuerySet
from rulesets.services import findings

UNANNOUNCED = "a scenario that is not public yet"


def find(game: str, name: str) -> Ruleset:
    """A ruleset of this installation, whether it is published yet, played or retired.  KeyError
    where there is none."""
    if game not in GAMES:
        raise KeyError(game)
    try:
        return GAMES[game].ruleset(name)
    except KeyError:
        scenario = scenario_of(game, name)
    if scenario is None:
        raise KeyError(name)
    return scenario.ruleset()


def offered(game: Game) -> tuple[Ruleset, ...]:
    """The rulesets that can be played now: shipped ones, the default first, then published
    scenarios, newest first.
    """
    return (*game.rulesets, *(ruleset for _, ruleset in _playable(game)))


def find_offered(game: str, name: str) -> Ruleset:
    """One of `offered`.  KeyError where it has none of that name."""
    if game not in GAMES:
        raise KeyError(game)
    for ruleset in GAMES[game].rulesets:
        if ruleset.name == name:
            return ruleset
    for scenario, ruleset in _playable(GAMES[game], name=name):
        if scenario.name == name:
            return ruleset
    raise KeyError(name)


def rated(game: Game) -> list[Ruleset]:
    """Those of `offered` that have a ladder: bots play each other, and its organizer says so."""
    scenarios = [ruleset for scenario, ruleset in _playable(game) if scenario.rated]
    return [ruleset for ruleset in (*game.rulesets, *scenarios) if ruleset.seats > 1]


def announced(game: Game) -> ScenarioQuerySet | tuple[()]:
    """Scenarios that are not published yet, but whose maps are public, the next one first."""
    if game.scenarios is None:
        return ()
    rows = Scenario.objects.announced().filter(game=game.name, map__public=True)
    light = rows.select_related("map").defer("board", "data", "map__board")
    return light.order_by("published_at")


def to_come(game: Game) -> list[Scenario]:
    """Scenarios that are not public yet and could be played, for organizers: those with a date,
    then drafts."""
    if game.scenarios is None:
        return []
    rows = Scenario.objects.filter(game=game.name, retired_at=None).exclude(
        published_at__lte=timezone.now()
    )
    dated_first = F("published_at").asc(nulls_last=True)
    return [each for each in rows.order_by(dated_first, "pk") if not findings(each).problems]


def scenario_of(game: str, name: str) -> Scenario | None:
    """The scenario of that name, in whatever state; None also for a shipped ruleset."""
    if game not in GAMES or GAMES[game].scenarios is None:
        return None
    if any(ruleset.name == name for ruleset in GAMES[game].rulesets):
        return None
    return Scenario.objects.filter(game=game, name=name).first()


def titles(game: Game) -> dict[str, str]:
    """By name: the titles of all rulesets of which there may be public matches."""
    shipped = {ruleset.name: ruleset.title for ruleset in game.rulesets}
    if game.scenarios is None:
        return shipped
    public = Scenario.objects.filter(game=game.name).ever_published()
    return {**dict(public.order_by("-pk").values_list("name", "title")), **shipped}


def public_title(game: str, name: str) -> str:
    """The title of a ruleset for everybody: that of a scenario is known as soon as its map is."""
    scenario = scenario_of(game, name)
    if scenario is not None and not scenario.is_announced:
        return UNANNOUNCED
    try:
        return find(game, name).title
    except KeyError:
        return name


def on_map(game: Game, pk: int) -> list[Ruleset]:
    """Published scenarios that are played on this map."""
    return [ruleset for scenario, ruleset in _playable(game) if scenario.map_id == pk]


def _playable(game: Game, **wanted: str) -> Iterator[tuple[Scenario, Ruleset]]:
    if game.scenarios is None:
        return
    shipped = {ruleset.name for ruleset in game.rulesets}
    rows: ScenarioQuerySet = Scenario.objects.published().filter(game=game.name, **wanted)
    for scenario in rows.defer("board").order_by("-published_at", "-pk"):
        if scenario.name not in shipped and scenario.base in shipped:
            yield scenario, scenario.ruleset()
