"""Queries of the pages of scenarios."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import Viewer
from audit import services as audit
from audit.models import AuditEntry
from games.game import Game
from games.registry import GAMES
from maps.models import Map
from matches.models import Match
from pages.frame.fields.map_choice import MAX_CHOICES, is_id, map_script
from rulesets.models import Scenario

PREVIEWS = 5
CHANGES = 50


def groups() -> list[tuple[Game, list[Scenario]]]:
    """The scenarios of each game that can have some, newest first."""
    rows = Scenario.objects.select_related("map__owner").defer("board", "data", "map__board")
    by_game: dict[str, list[Scenario]] = {}
    for each in rows:
        by_game.setdefault(each.game, []).append(each)
    return [(g, by_game.get(g.name, [])) for g in GAMES.values() if g.scenarios is not None]


def previews(scenario: Scenario) -> list[Match]:
    """The newest of them."""
    rows = Match.objects.for_lists().filter(scenario=scenario, kind=Match.Kind.PREVIEW)
    return list(rows.order_by("-pk")[:PREVIEWS])


def history(scenario: Scenario) -> QuerySet[AuditEntry]:
    """Its acts, newest first."""
    return audit.of(scenario).order_by("-number")[:CHANGES]


def picture(scenario: Scenario) -> dict[str, object]:
    """The configuration of the script that draws a scenario's board with its points."""
    address = reverse("ruleset-board", args=[scenario.game, scenario.name])
    points = [
        {"name": point["name"], "x": point["x"], "y": point["y"]}
        for point in scenario.data.get("points", [])
    ]
    return {
        "script": map_script(scenario.game),
        "board": f"{address}?v={scenario.map_id}-{scenario.map_revision}",
        "points": points,
    }


def scenario_maps(game: Game, user: Viewer, chosen: str = "") -> list[tuple[str, list[Map]]]:
    """The maps of a game that an organizer may put a scenario on, in groups, each once; ``chosen``
    (an id) whatever it is."""
    maps = Map.objects.filter(game=game.name, archived=None).light()
    own, others = maps.managed_by(user), maps.filter(public=True).exclude(owner=None)
    groups = [
        ("Yours", own.order_by("-updated")[:MAX_CHOICES]),
        ("Ship with the game", maps.filter(owner=None).order_by("pk")),
        ("Public", others.exclude(pk__in=own.values("pk"))[:MAX_CHOICES]),
    ]
    offered = [(title, list(rows)) for title, rows in groups]
    known = {str(each.pk) for _, rows in offered for each in rows}
    if is_id(chosen) and chosen not in known:
        asked = Map.objects.filter(game=game.name, pk=chosen).visible_to(user).light()
        offered.insert(0, ("As it is", list(asked)))
    return [(title, rows) for title, rows in offered if rows]
