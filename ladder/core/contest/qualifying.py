"""Qualification: from the tables of stages to the entrants of the next, and to the last table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ladder.core.contest.bracket_seeding import Origin, spread
from ladder.core.contest.plan import EventPlan, Feed, Seeding, StagePlan, leading_to
from ladder.core.standings import Left, order, places

Entrants = tuple[int, ...]
"""Ids of an event's entries."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One line of a stage's table: an entry and its place.  Tied entries share a place.

    ``out``: it qualifies for nothing more.  ``group`` is the number of its group; None without
    groups, as in a season of the ladder.  ``left`` is how it left the stage before its end.
    """

    entry: int
    place: int
    out: bool = False
    group: int | None = None
    left: Left = Left.STAYED


Table = Sequence[Placed]
"""Best place first; among equal places, the better seed first."""


def entrants(
    stage: StagePlan,
    registered: Sequence[int],
    tables: Mapping[str, Table],
    ratings: Mapping[int, float],
) -> Entrants:
    """The participants of a stage, best seed first.

    ``registered`` has the entries that may play its game, in the order of their registration;
    ``tables`` those of the stages that feed it.  Disqualified entries do not qualify.  Among equal
    ratings, and where there are none, the order of the feeds decides.  In a bracket, entrants from
    one group of one stage are kept apart by `bracket_seeding`.
    """
    origins: dict[int, Origin] = {}
    ranks: dict[int, int] = {}
    excluded = _excluded(stage, registered, tables)
    for feed in stage.feeds:
        placed = _ranks(tables.get(feed.source or "", ()))
        for row in (
            () if feed.exclude else _fed(feed, registered, tables, excluded | origins.keys())
        ):
            met = None if row.group is None else (feed.source, row.group)
            origins.setdefault(row.entry, met)
            ranks.setdefault(row.entry, placed.get(row.entry, row.place))
    allowed = set(registered) - excluded
    order = [entry for entry in origins if entry in allowed]
    if stage.seeding is Seeding.RATING:
        order.sort(key=lambda entry: -ratings.get(entry, float("-inf")))
    elif stage.seeding is Seeding.GROUPS:
        order.sort(key=lambda entry: ranks[entry])
    if stage.kind.is_bracket:
        order = [order[at] for at in spread([origins[entry] for entry in order])]
    return tuple(order)


def _ranks(table: Table) -> dict[int, int]:
    """By entry: the place in its group, in which only those count that are still in; without
    groups the place in the table."""
    counts = Counter[int]()
    ranks: dict[int, int] = {}
    for row in table:
        if row.group is not None and not row.out:
            counts[row.group] += 1
            ranks[row.entry] = counts[row.group]
        elif row.group is None:
            ranks[row.entry] = row.place
    return ranks


def _excluded(
    stage: StagePlan, registered: Sequence[int], tables: Mapping[str, Table]
) -> frozenset[int]:
    """Entries that do not play the stage, even if a feed names them."""
    feeds = [replace(feed, pass_on=False) for feed in stage.feeds if feed.exclude]
    return frozenset(
        row.entry for feed in feeds for row in _fed(feed, registered, tables, frozenset())
    )


def _fed(
    feed: Feed, registered: Sequence[int], tables: Mapping[str, Table], passed: Collection[int]
) -> list[Placed]:
    """The lines that a feed takes; ``passed`` are entries that a feed with ``pass_on`` skips."""
    if feed.source is None:
        line = [Placed(entry, number) for number, entry in enumerate(registered, 1)]
    else:
        line = [each for each in tables[feed.source] if not each.out]
    if not feed.each_group:
        return _cut(feed, line, passed)
    parts: dict[int | None, list[Placed]] = {}
    for row in line:
        parts.setdefault(row.group, []).append(row)
    taken = {row.entry for part in parts.values() for row in _cut(feed, part, passed)}
    return [row for row in line if row.entry in taken]


def _cut(feed: Feed, line: Sequence[Placed], passed: Collection[int]) -> list[Placed]:
    """The lines of a table, or of one group, that a feed takes."""
    rows = list(line[feed.first - 1 :])
    if feed.pass_on:
        rows = [row for row in rows if row.entry not in passed]
    return rows if feed.count is None else rows[: feed.count]


def qualified(plan: EventPlan, key: str, tables: Mapping[str, Table]) -> frozenset[int]:
    """Entries that qualify for the next stage without a place in the stage ``key``.

    These are in every stage that it feeds, by sources that are named before it, if the feed from
    ``key`` has ``pass_on``.  ``tables`` has the finished stages.
    """
    inside = []
    for stage in plan.stages:
        order = [feed for feed in stage.feeds if not feed.exclude]
        at = next((at for at, feed in enumerate(order) if feed.source == key), None)
        if at is None:
            continue
        entries = set[int]()
        for feed in order[:at] if order[at].pass_on else ():
            if feed.source in tables:
                entries |= {row.entry for row in _fed(feed, (), tables, entries)}
        inside.append(frozenset(entries))
    return frozenset.intersection(*inside) if inside else frozenset()


def wanted(winners: int, who: Sequence[int], inside: Collection[int]) -> tuple[int, frozenset[int]]:
    """The number of winners of a series between ``who``, and the numbers of entrants whose wins do
    not count towards it, because they are ``inside`` the next stage.

    If no entrant would count, all do.
    """
    numbers = frozenset(number for number, entry in enumerate(who) if entry in inside)
    numbers = numbers if len(numbers) < len(who) else frozenset()
    return min(winners, len(who) - 1, len(who) - len(numbers)), numbers


def groups_of(stage: StagePlan, order: Entrants) -> list[Entrants]:
    """The groups of a stage, of nearly equal size; one if its kind has no groups.

    Entrants are assigned in a snake order: 1 2 3, 3 2 1, 1 2 3 …
    """
    count = stage.options.group_count(len(order)) if stage.kind.grouped else 1
    dealt: list[list[int]] = [[] for _ in range(count)]
    for at, entry in enumerate(order):
        row, column = divmod(at, count)
        dealt[column if row % 2 == 0 else count - 1 - column].append(entry)
    return [tuple(group) for group in dealt]


def merged(tables: Sequence[Table]) -> list[Placed]:
    """One table of several groups: all first places, then all second places, and so on.

    Entries that left come last, see `order`.  Equal places are in the order of the groups.
    """
    rows = [replace(row, group=number) for number, table in enumerate(tables) for row in table]
    return renumbered(rows, [order(row.left, row.place) for row in rows])


def renumbered(rows: Sequence[Placed], keys: Sequence[Any]) -> list[Placed]:
    """The rows by their ``keys``, the smallest first; equal ones share a place, in their order."""
    ranks = places(keys, least_first=True)
    ranked = [replace(row, place=place) for row, place in zip(rows, ranks, strict=True)]
    return sorted(ranked, key=lambda row: row.place)


def qualifiers(stage: StagePlan, tables: Mapping[str, Table]) -> list[Placed]:
    """The entries that are known to have qualified for a stage, in the order of its feeds.

    ``tables`` has the stages that are over, as far as the reader may see them.  A feed whose
    entrants depend on another table brings nobody, and neither does one of registered entries.
    """
    if any(feed.exclude and feed.source not in tables for feed in stage.feeds):
        return []
    inside = set(_excluded(stage, (), tables))
    qualified_rows: list[Placed] = []
    keys: list[tuple[int, int]] = []
    certain = True
    for at, feed in enumerate(stage.feeds):
        if feed.exclude or feed.source is None:
            continue
        certain = certain and feed.source in tables
        if feed.source not in tables or (feed.pass_on and not certain):
            continue
        rows = [row for row in _fed(feed, (), tables, inside) if row.entry not in inside]
        qualified_rows += rows
        keys += [(at, row.place) for row in rows]
        inside |= {row.entry for row in rows}
    return renumbered(qualified_rows, keys)


def final_table(plan: EventPlan, final: str, tables: Mapping[str, Table]) -> list[Placed]:
    """The final table of all entries that could have reached a final stage.

    Its own table comes first.  Then come the entries that reached no later stage, from the last
    stage that leads there to the first, by their places.  In place of the table of a stage that is
    not known come the entries that have qualified for it.  Entries that withdrew keep the place
    that they had reached, disqualified ones are last.  ``tables`` has the finished stages.
    """
    ways = leading_to(final, lambda key: plan.stage(key).fed_by)
    placed: list[Placed] = []
    keys: list[Any] = []
    seen: set[int] = set()
    for behind, stage in enumerate(reversed(plan.in_order())):
        if stage.key not in ways:
            continue
        table = tables[stage.key] if stage.key in tables else qualifiers(stage, tables)
        rows = [row for row in table if row.entry not in seen]
        for row in rows:
            left = row.left if row.left is Left.DISQUALIFIED else Left.STAYED
            keys.append(order(left, behind, row.place))
        placed += rows
        seen |= {row.entry for row in rows}
    return renumbered(placed, keys)
