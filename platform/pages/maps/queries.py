"""Queries of the pages of maps: a bounded number, without loading boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.engine import Ruleset
from games.registry import GAMES
from maps.models import Map, PoolEntry
from matches.models import Match, Seat
from pages.frame.queries import listed


def with_counts(maps: QuerySet[Map]) -> QuerySet[Map]:
    """With ``played``, the number of matches on each whose result stands."""
    played = Match.objects.public().counting().filter(map_used=OuterRef("pk")).order_by()
    counts = played.values("map_used").annotate(n=Count("pk")).values("n")
    return maps.annotate(played=Coalesce(Subquery(counts), 0))


def played_on(the_map: Map) -> Any:
    """The matches on a map, in all its revisions, newest first."""
    return listed().filter(map_used=the_map)


@dataclass(frozen=True, slots=True)
class Balance:
    """How often a seat was first on a map; a shared first place is one for each."""

    seat: int
    firsts: int
    matches: int

    @property
    def share(self) -> float:
        return self.firsts / self.matches


def balance(the_map: Map) -> list[Balance]:
    """By ruleset and seat would be finer; by seat is what tells whether places are fair.

    Of the matches on the map as it is now whose result stands.
    """
    seats = Seat.objects.filter(
        Match.counts("match__"),
        Match.is_public("match__"),
        match__map_used=the_map,
        match__map_revision=the_map.revision,
    )
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


def uses(the_map: Map) -> list[Use]:
    """One for each ruleset of the game, in its order, and for each scenario of the map."""
    fitting = {ruleset.name: ruleset for ruleset in the_map.rulesets()}
    entries = {entry.ruleset: entry for entry in the_map.pools.all()}
    usable = the_map.public and not the_map.archived
    rows = []
    for ruleset in GAMES[the_map.game].rulesets:
        fits = fitting.pop(ruleset.name, None) is not None
        entry = entries.get(ruleset.name)
        named = the_map.is_stock and the_map.name in ruleset.pool
        rows.append(Use(ruleset, fits, fits and usable and bool(named or entry), entry))
    # The rest are scenarios, which are played only on this map.
    return rows + [Use(scenario, True, usable, None) for scenario in fitting.values()]
