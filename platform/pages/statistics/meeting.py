"""How a bot did against one other: its matches, and their tables by map, seat and versions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from accounts.models import Viewer
from arbiter.csv_text import Row
from bots.models import Bot
from ladder.statistics import sample as samples
from ladder.statistics import shares as shared
from ladder.statistics import tables as tabulated
from maps.models import Map
from pages.statistics.tables import GENERATED, Entry, Table, entry_of_map

Key = TypeVar("Key", bound=Hashable)
NO_MAP = 0
"""In an address: a board that was made from the seed."""


@dataclass(frozen=True)
class Meeting:
    """``played`` are the matches, the newest first; ``maps`` those that the viewer may look at, and
    ``others`` the numbers of the other's versions."""

    sample: samples.Sample
    other: Bot
    played: Sequence[samples.PlayedMatch]
    maps: Mapping[int, Map]
    others: Mapping[int, int]

    @property
    def share(self) -> shared.Share:
        total = shared.Share()
        for one in self.played:
            total = total.plus(one.against(self.other.pk))
        return total

    @cached_property
    def tables(self) -> list[Table]:
        by_map = [
            entry_of_map(self.maps.get(pk) if pk else None, share)
            for pk, share in self._shares(lambda one: one.map or NO_MAP)
            if not pk or pk in self.maps
        ]
        seats = [
            Entry(f"Seat {seat + 1}", "", share) for seat, share in self._shares(lambda m: m.seat)
        ]
        versions = [
            Entry(f"v{mine} against v{theirs}", "", share)
            for (mine, theirs), share in self._shares(
                lambda one: (self.sample.versions[one.version], self._theirs(one))
            )
        ]
        return [
            Table("maps", "By map", "Map", by_map),
            Table("seats", "By seat", "Seat", seats),
            Table("versions", "By versions", "Versions", versions),
        ]

    def choices(self) -> dict[str, list[tuple[int, str]]]:
        names = {pk: each.label for pk, each in self.maps.items()} | {NO_MAP: GENERATED}
        maps = {one.map or NO_MAP for one in self.played}
        return {
            "map": [(pk, names[pk]) for pk in sorted(maps) if pk in names],
            "seat": [(n + 1, f"Seat {n + 1}") for n in sorted({m.seat for m in self.played})],
            "version": _numbers(self.sample.versions[one.version] for one in self.played),
            "other": _numbers(self._theirs(one) for one in self.played),
        }

    def narrowed(self, chosen: Mapping[str, int]) -> Meeting:
        tests: dict[str, Callable[[samples.PlayedMatch], int]] = {
            "map": lambda one: one.map or NO_MAP,
            "seat": lambda one: one.seat + 1,
            "version": lambda one: self.sample.versions[one.version],
            "other": self._theirs,
        }
        kept = [
            one
            for one in self.played
            if all(tests[name](one) == value for name, value in chosen.items())
        ]
        return replace(self, played=kept)

    def matches_rows(self) -> Iterator[Row]:
        where = ["match", "finished", "kind", "ruleset", "map"]
        yield [*where, "seat", "version", "other", "points"]
        for one in self.played:
            board = one.map if one.map in self.maps else ""
            when = one.finished.isoformat()
            own = self.sample.versions[one.version]
            points = one.against(self.other.pk)
            row = [one.match, when, one.kind, one.ruleset, board, one.seat + 1]
            yield [*row, own, self._theirs(one), points]

    def _shares(self, key: Callable[[samples.PlayedMatch], Key]) -> list[tuple[Key, shared.Share]]:
        """By key, those of most results first."""
        shares = tabulated.grouped(self.played, self.other, key)
        return sorted(shares.items(), key=lambda item: -item[1].results)

    def _theirs(self, one: samples.PlayedMatch) -> int:
        """The number of the other's version; of several the first."""
        return next(self.others[e.version] for e in one.opponents if e.bot == self.other.pk)


def meeting(sample: samples.Sample, other: Bot, viewer: Viewer) -> Meeting:
    played = sample.meeting(other.pk)
    numbers = dict(other.versions.values_list("pk", "number"))
    return Meeting(
        sample, other, played, tabulated.maps_of({one.map for one in played}, viewer), numbers
    )


def _numbers(versions: Iterable[int]) -> list[tuple[int, str]]:
    return [(number, f"v{number}") for number in sorted(set(versions), reverse=True)]
