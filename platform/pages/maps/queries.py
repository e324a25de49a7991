"""Queries of the pages of maps: a bounded number, without loading boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from maps.models import Map, PoolEntry
from maps.pools import pool
from matches.models import Match, Seat
from pages.frame.queries import listed
from pages.templatetags.site import game_file

if TYPE_CHECKING:
    from maps.models import Viewer

MAX_CHOICES = 50
"""Own and public maps that a form offers; any other is chosen on its own page."""


def map_script(game: str) -> str:
    """Address of the module that draws a game's maps."""
    return game_file(game, "map.js")


def board_url(found: Map) -> str:
    """Address of a map's board as JSON, which changes with the board."""
    return f"{reverse('map-board', args=[found.game, found.pk])}?v={found.version}"


def with_counts(maps: QuerySet[Map]) -> QuerySet[Map]:
    """With ``played``, the number of matches on each."""
    played = Match.objects.public().filter(map_used=OuterRef("pk")).order_by()
    counts = played.values("map_used").annotate(n=Count("pk")).values("n")
    return maps.annotate(played=Coalesce(Subquery(counts), 0))


def played_on(found: Map) -> Any:
    """The matches on a map, in all its revisions, newest first."""
    return listed().filter(map_used=found)


@dataclass(frozen=True, slots=True)
class Balance:
    """How often a seat was first on a map; a shared first place is one for each."""

    seat: int
    firsts: int
    matches: int

    @property
    def share(self) -> float:
        return self.firsts / self.matches


def balance(found: Map) -> list[Balance]:
    """By ruleset and seat would be finer; by seat is what tells whether places are fair.

    Of the finished matches on the map as it is now.
    """
    seats = Seat.objects.filter(
        match__map_used=found,
        match__map_revision=found.revision,
        match__state=Match.State.FINISHED,
    ).filter(Match.is_public("match__"))
    rows = seats.order_by("number").values("number")
    counted = rows.annotate(n=Count("pk"), firsts=Count("pk", filter=Q(rank=1)))
    return [Balance(row["number"] + 1, row["firsts"], row["n"]) for row in counted]


@dataclass(frozen=True, slots=True)
class Use:
    """A ruleset's check of a map."""

    ruleset: Ruleset
    fits: bool
    in_pool: bool
    entry: PoolEntry | None
    """Where organizers added it to the pool."""


def uses(found: Map) -> list[Use]:
    """One for each ruleset of the game, in its order, and for each scenario of the map."""
    fitting = {ruleset.name: ruleset for ruleset in found.rulesets()}
    entries = {entry.ruleset: entry for entry in found.pools.all()}
    usable = found.public and not found.archived
    rows = []
    for ruleset in GAMES[found.game].rulesets:
        fits = fitting.pop(ruleset.name, None) is not None
        entry = entries.get(ruleset.name)
        named = found.is_stock and found.name in ruleset.pool
        rows.append(Use(ruleset, fits, fits and usable and bool(named or entry), entry))
    # The rest are scenarios, which are played only on this map.
    return rows + [Use(scenario, True, usable, None) for scenario in fitting.values()]


@dataclass(frozen=True, slots=True)
class Choices:
    """The maps that a match of a ruleset may be played on, in groups of a form."""

    game: Game
    ruleset: Ruleset
    groups: Sequence[tuple[str, Sequence[Map]]]

    def maps(self) -> list[Map]:
        return [found for _, maps in self.groups for found in maps]


def choices(game: Game, ruleset: Ruleset, user: Viewer, chosen: str = "") -> Choices:
    """Those of the pool, own and public ones that fit, each once; ``chosen`` (an id) if it may."""
    fitting = Map.objects.filter(game=game.name, archived=None).fitting(ruleset.name).light()
    seen: set[int] = set()

    def new(maps: Any) -> list[Map]:
        fresh = [found for found in maps if found.pk not in seen]
        seen.update(found.pk for found in fresh)
        return fresh

    own = Map.objects.managed_by(user).values("pk")
    public = fitting.filter(public=True).order_by("-updated")
    picked = fitting.visible_to(user).filter(pk=chosen) if _is_id(chosen) else ()
    groups = [
        ("The one you came with", new(picked)),
        (f"In the pool of {ruleset.title}", new(pool(game.name, ruleset.name))),
        ("Yours", new(fitting.filter(pk__in=own).order_by("-updated")[:MAX_CHOICES])),
        ("Ship with the game", new(public.filter(owner=None))),
        ("Public", new(public.exclude(owner=None)[:MAX_CHOICES])),
    ]
    return Choices(game, ruleset, [(title, maps) for title, maps in groups if maps])


def scenario_maps(game: Game, user: Viewer, chosen: str = "") -> list[tuple[str, list[Map]]]:
    """The maps of a game that an organizer may put a scenario on, in groups, each once; ``chosen``
    (an id) whatever it is."""
    maps = Map.objects.filter(game=game.name, archived=None).light()
    own = Map.objects.managed_by(user).values("pk")
    groups = [
        ("Yours", maps.filter(pk__in=own).order_by("-updated")[:MAX_CHOICES]),
        ("Ship with the game", maps.filter(owner=None).order_by("pk")),
        ("Public", maps.filter(public=True).exclude(owner=None).exclude(pk__in=own)[:MAX_CHOICES]),
    ]
    found = [(title, list(rows)) for title, rows in groups]
    known = {str(each.pk) for _, rows in found for each in rows}
    if _is_id(chosen) and chosen not in known:
        asked = Map.objects.filter(game=game.name, pk=chosen).visible_to(user).light()
        found.insert(0, ("As it is", list(asked)))
    return [(title, rows) for title, rows in found if rows]


def _is_id(words: str) -> bool:
    return words.isascii() and words.isdecimal() and len(words) < 16


def used_map(match: Match, user: Viewer) -> Map | None:
    """The map that a match is played on, where it has one that this person may see."""
    if match.map_used_id is None or match.game not in GAMES:
        return None
    return used_map_of(match.map_used_id, user)


def used_map_of(pk: int, user: Viewer) -> Map | None:
    """A map, if this person may see it."""
    used = Map.objects.light().select_related("team").get(pk=pk)
    return used if used.visible_to(user) else None
