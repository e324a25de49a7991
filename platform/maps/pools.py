"""Which maps rated matches of a ruleset are played on, and drawing one of them."""

from __future__ import annotations

import logging
import random

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.permissions import require_organizer
from audit import services as audit
from games.engine import Ruleset
from games.registry import GAMES
from maps import boards
from maps.models import Map, PoolEntry
from rulesets.catalogue import find, scenario_of

logger = logging.getLogger(__name__)


def pool(game: str, ruleset: str) -> list[Map]:
    """The maps of a ruleset's pool, without their boards: the game's own in the order in which the
    ruleset names them, then those that organizers added.

    A map that is archived, that is private again, or that the ruleset does not fit any more, is
    left out.  A scenario has its own map alone, whatever became of it.
    """
    rules = _rules(game, ruleset)
    if rules is None:
        return []
    if scenario := scenario_of(game, ruleset):
        return list(Map.objects.filter(pk=scenario.map_id).light())
    named = {name.lower(): place for place, name in enumerate(rules.pool)}
    stock = Q(owner=None, name__in=rules.pool)
    added = Q(pk__in=PoolEntry.objects.filter(ruleset=ruleset).values("map"))
    rows = Map.objects.filter(stock | added, game=game, public=True, archived=None)

    def place(each: Map) -> tuple[int, int]:
        own = named.get(each.name.lower()) if each.is_stock else None
        return (len(named) if own is None else own, each.pk)

    return sorted(rows.fitting(ruleset).light(), key=place)


def _rules(game: str, ruleset: str) -> Ruleset | None:
    """None where there is nothing to draw from: no such game or ruleset, or one without maps."""
    if game not in GAMES or GAMES[game].maps is None:
        return None
    try:
        return find(game, ruleset)
    except KeyError:
        return None


def generates(game: str, ruleset: str) -> bool:
    """Whether the engine makes a board from the seed where a match has no map."""
    rules = _rules(game, ruleset)
    return rules is None or rules.generated


def drawable(game: str, ruleset: str) -> list[Map | None]:
    """The maps of the pool; None stands for a board that is generated from the match's seed.

    Never empty: where there are no maps, it has None alone.
    """
    rules = _rules(game, ruleset)
    if rules is None:
        return [None]
    maps: list[Map | None] = [*pool(game, ruleset)]
    if rules.generated:
        maps.append(None)
    if not maps:
        logger.error("no map of %s can be played as %s, and none is generated", game, ruleset)
    return maps or [None]


def draw_map(game: str, ruleset: str, rng: random.Random) -> Map | None:
    """One of `drawable`, with its board; each has the same chance."""
    return whole(rng.choice(drawable(game, ruleset)))


def whole(drawn: Map | None) -> Map | None:
    """With its board."""
    return None if drawn is None else Map.objects.get(pk=drawn.pk)


@transaction.atomic
def add_to_pool(the_map: Map, by: User, ruleset: str, reason: str = "") -> PoolEntry:
    """Let rated matches of a ruleset be played on a map, too."""
    require_organizer(by)
    rules = _rules(the_map.game, ruleset)
    if rules is None:
        raise ValidationError({"ruleset": f"There is no ruleset “{ruleset}” with maps."})
    if scenario_of(the_map.game, ruleset):
        raise ValidationError({"ruleset": f"{rules.title} is played on its own map alone."})
    if not the_map.public or the_map.archived:
        raise ValidationError("Only a public map can be in a pool: everybody must know it.")
    if why := boards.objection(the_map.game, the_map.board, rules):
        raise ValidationError(f"{rules.title} cannot be played on it: {why}.")
    if the_map.is_stock and the_map.name in rules.pool:
        raise ValidationError(f"It is in the pool of {rules.title} already.")
    entry, new = PoolEntry.objects.get_or_create(
        map=the_map, ruleset=ruleset, defaults={"added_by": by}
    )
    if new:
        audit.record(by, the_map, f"added to the pool of {ruleset}", reason)
    return entry


@transaction.atomic
def remove_from_pool(entry: PoolEntry, by: User, reason: str = "") -> None:
    """Matches that wait or were played stay as they are."""
    require_organizer(by)
    audit.record(by, entry.map, f"taken out of the pool of {entry.ruleset}", reason)
    entry.delete()
