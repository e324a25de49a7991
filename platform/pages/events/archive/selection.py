"""The parts of an event that an archive has, for one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TypeVar
from zoneinfo import ZoneInfo

from exports.event_archives import matches_of, replays_of
from games.registry import GAMES
from ladder.events.models import Encounter, Entry, Stage
from ladder.events.reading.stages import results as stage_results
from ladder.events.reading.viewer import EventViewer
from matches.models import Match
from pages.events.archive.links import Contents
from pages.frame.fields.zoned import read_zone

CHUNK = 100
"""Rows in memory at a time."""
Row = TypeVar("Row")


def batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """The rows in lists of at most this size."""
    left = iter(rows)
    while batch := list(islice(left, size)):
        yield batch


class Selection:
    """The parts of an event that the viewer may see; without replays, if wanted so."""

    def __init__(self, viewer: EventViewer, *, with_replays: bool) -> None:
        self.viewer, self.with_replays = viewer, with_replays
        self.event = viewer.event

    @property
    def zone(self) -> ZoneInfo:
        return read_zone(self.event.time_zone)

    @cached_property
    def entries(self) -> Sequence[Entry]:
        rows = self.event.entries.filter(withdrawn_at=None)
        related = rows.select_related("event", "bot__owner", "bot__team")
        return list(related.order_by("pk"))

    @cached_property
    def matches(self) -> Sequence[int]:
        """The numbers of all matches."""
        return list(matches_of(self.viewer).values_list("pk", flat=True))

    @cached_property
    def replays(self) -> frozenset[int]:
        """The matches whose replays are in the archive."""
        if not self.with_replays:
            return frozenset()
        return frozenset(replays_of(self.viewer).values_list("pk", flat=True))

    def encounters(self, stage: Stage) -> Iterator[Encounter]:
        """The encounters of a stage that are shown, with their games, read in batches."""
        rows = stage.encounters.filter(**self._shown(stage))
        for some in batches(list(rows.values_list("pk", flat=True)), CHUNK):
            for row in rows.prefetch_related("games").filter(pk__in=some):
                row.stage = stage
                yield row

    def _shown(self, stage: Stage) -> dict[str, int]:
        last = self.viewer.rounds(stage)
        return {} if last is None else {"round__lte": last}

    @cached_property
    def contents(self) -> Contents:
        """The parts that links of the archive can lead to."""
        viewer = self.viewer
        encounters = (
            pk
            for stage in viewer.opened
            for pk in stage.encounters.filter(**self._shown(stage)).values_list("pk", flat=True)
        )
        return Contents(
            slug=self.event.slug,
            groups={stage.key: self._groups(stage) for stage in viewer.stages},
            entrants={
                (entry.bot.owner.username, entry.bot.name): entry.pk for entry in self.entries
            },
            encounters=frozenset(encounters),
            matches=frozenset(self.matches),
            replays=self.replays,
            games=frozenset(name for name in viewer.plan.games if name in GAMES),
            tables=frozenset(stage.key for stage in viewer.opened),
        )

    def _groups(self, stage: Stage) -> int:
        """The number of pages that a stage has: one for each group."""
        return len(stage_results.results(self.viewer, stage).parts) or 1

    def chunks(self) -> Iterator[list[Match]]:
        """All matches for lists, by number."""
        for start in range(0, len(self.matches), CHUNK):
            numbers = self.matches[start : start + CHUNK]
            rows = Match.objects.for_lists().visible_to(self.viewer.user).filter(pk__in=numbers)
            yield list(rows.order_by("pk"))
