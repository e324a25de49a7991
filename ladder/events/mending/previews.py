"""Previews of organizers' acts. Read-only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.texts.sentences import listed
from ladder import publishing
from ladder.core.contest.qualifying import Placed, final_table
from ladder.events.kinds.registry import States
from ladder.events.kinds.state import NOTHING, Group, Without
from ladder.events.mending import results
from ladder.events.mending.results import NO_EXCHANGE, Exchange
from ladder.events.models import Entry, Event, Stage


@dataclass(frozen=True, slots=True)
class Change:
    """The place of an entry before and after an act; None if it has no place."""

    entry: Entry
    before: int | None
    after: int | None

    @property
    def moves(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Difference:
    """Changes in the table of a stage, or in the final table if ``stage`` is None."""

    stage: Stage | None
    changes: Sequence[Change]

    @property
    def moved(self) -> list[Change]:
        return [change for change in self.changes if change.moves]


@dataclass(frozen=True)
class Preview(publishing.Preview):
    """The changes ``without`` some results, with others or without a bot, in the tables of an event
    or ``only`` in that of a stage.  Tables are computed when they are read, from these ``states``.
    """

    event: Event | None = None
    without: Without = NOTHING
    exchange: Exchange = NO_EXCHANGE
    entry: Entry | None = None
    only: Stage | None = None
    states: States = field(default_factory=States, compare=False, repr=False)

    @property
    def summary(self) -> str:
        return results.in_words(self.exchange)

    @cached_property
    def _tables(self) -> Sequence[Difference]:
        return list(self._differences(self.event)) if self.event else ()

    def _differences(self, event: Event) -> Iterator[Difference]:
        """Those of all tables, also where no place changes."""
        entries = {entry.pk: entry for entry in event.entries.select_related("bot__owner")}
        over, only = event.state == Event.State.FINISHED, self.only
        stages = [s for s in event.stages.select_related("event") if s.started is not None]
        if only is not None and not over:
            stages = [stage for stage in stages if stage == only]
        before = {stage.key: self.states.table(stage) for stage in stages}
        after = dict(before)
        for stage in stages:
            if only in (None, stage):
                after[stage.key] = self.states.table(stage, self.without)
            yield Difference(stage, _changes(entries, before[stage.key], after[stage.key]))
        for final in event.planned.finals if over else ():
            rows = [final_table(event.planned, final.key, tables) for tables in (before, after)]
            yield Difference(None, _changes(entries, *rows))

    @property
    def differences(self) -> list[Difference]:
        return [each for each in self._tables if each.moved]

    @property
    def places(self) -> list[str]:
        """Which places the bot of the act gets."""
        if self.entry is None:
            return []
        sentences = [_place_words(each, self.entry) for each in self._tables]
        return [each for each in sentences if each]

    @cached_property
    def since(self) -> list[str]:
        """Sentences about events that went on without a bot that returns: the person has to agree
        to them."""
        returns = self.entry is not None and self.entry.pk in self.without.reinstated
        return _since(self.entry, self.without, self.states) if self.entry and returns else []

    @property
    def facts(self) -> object:
        exchange = self.exchange
        tables = [
            [each.stage.pk if each.stage else 0]
            + [[change.entry.pk, change.before, change.after] for change in each.changes]
            for each in self.differences
        ]
        games = [exchange.away, exchange.back, exchange.following]
        return [tables, *games, *self.places, *self.since]


_PLACE = {
    (True, True): "{bot} gets place {place} of {total} in the whole event, shared with {others}.",
    (True, False): "{bot} gets place {place} of {total} in the whole event.",
    (False, True): "{bot} gets place {place} of {total} in {stage.name}, shared with {others}.",
    (False, False): "{bot} gets place {place} of {total} in {stage.name}.",
}
"""Whether the table is that of the whole event, and whether others share the place."""


def _place_words(difference: Difference, entry: Entry) -> str:
    """The place that an entry gets in a table, and with whom it shares it; empty without one."""
    place = next((change.after for change in difference.changes if change.entry == entry), None)
    if place is None:
        return ""
    equal = [c for c in difference.changes if c.after == place and c.entry != entry]
    others = [str(change.entry.bot) for change in equal]
    message = _PLACE[difference.stage is None, bool(others)]
    return message.format(
        bot=entry.bot,
        place=place,
        total=len(difference.changes),
        stage=difference.stage,
        others=listed(others),
    )


def _changes(
    entries: dict[int, Entry], before: Sequence[Placed], after: Sequence[Placed]
) -> list[Change]:
    old = {row.entry: row.place for row in before}
    new = {row.entry: row.place for row in after}
    order = [row.entry for row in after] + [entry for entry in old if entry not in new]
    return [Change(entries[entry], old.get(entry), new.get(entry)) for entry in order]


# Events since it left -----------------------------------------------------------------------------


def _since(entry: Entry, without: Without, states: States) -> list[str]:
    """A sentence for each thing that its return changes or cannot change; ``without`` has it."""
    left = entry.disqualified_at or entry.dropped_at
    sentences: list[str] = []
    for stage in entry.event.stages.select_related("event").order_by("number"):
        if left is None or stage.started is None:
            continue
        if stage.entries.filter(entry=entry).exclude(number=None).exists():
            sentences += _in_stage(stage, entry, without, states)
        elif stage.started > left and stage.game == entry.bot.game:
            sentences.append(f"{stage.name} has begun without the bot, and stays without it.")
    return sentences


_GONE = {
    (True, True): "{stage}: its opponents went on without it. 1 result counts no more, and nothing "
    "is played, because the stage is over.",
    (True, False): "{stage}: its opponents went on without it. 1 result counts no more, and the "
    "encounters of the bot are played.",
    (
        False,
        True,
    ): "{stage}: its opponents went on without it. {results} results count no more, and "
    "nothing is played, because the stage is over.",
    (False, False): "{stage}: its opponents went on without it. {results} results count no more, "
    "and the encounters of the bot are played.",
}
"""Whether it is one result, and whether the stage is over."""


def _in_stage(stage: Stage, entry: Entry, without: Without, states: States) -> Iterator[str]:
    before, after = states.groups(stage), states.groups(stage, without)
    if gone := states.counting(stage) - states.counting(stage, without):
        message = _GONE[len(gone) == 1, stage.is_over]
        yield message.format(stage=stage.name, results=len(gone))
    for now, then in zip(before, after, strict=True):
        if any(row.entry_id == entry.pk for row in now.entries):
            yield from _in_series(stage, entry, now, then)


def _in_series(stage: Stage, entry: Entry, now: Group, then: Group) -> Iterator[str]:
    """Of a series that went on for another winner, or without the bot."""
    if now.state is None or then.state is None or now.series is None:
        return
    left = entry.disqualified_at or entry.dropped_at
    ends = [game.match.finished for game in now.played]
    played = sum(left is not None and end is not None and end > left for end in ends)
    where = stage.title_of(now.number)
    if then.state.left > now.series.winners:
        rows = zip(now.entries, then.state.lines, strict=True)
        winners = listed([str(row.entry.bot) for row, line in rows if line.left is not None])
        yield (
            f"{where} went on for another winner. Then {then.state.left} bots have won, where "
            f"{now.series.winners} were to win: {winners}."
        )
    elif played:
        yield f"{where} went on without the bot: games that were played since: {played}."
