"""Statistics as tables: one shape for pages and for files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Viewer
from arbiter.csv_text import Row
from bots.models import Bot
from ladder.statistics import costs, shares, tables
from ladder.statistics import sample as samples
from maps.models import Map
from pages.statistics.charts import histogram, share_bar
from rulesets.catalogue import find
from sandbox.limits import Limits

GENERATED = "from the seed"
DRAWN = "Drawn"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line: what it is about, where that leads (may be empty), and the share."""

    label: str
    url: str
    share: shares.Share
    owner: str = ""

    @property
    def bar(self) -> SafeString:
        return share_bar(self.share)


@dataclass(frozen=True, slots=True)
class Table:
    """``name`` is that of its file; ``head`` of the first column, ``middle`` of the results that
    are neither won nor lost."""

    name: str
    title: str
    head: str
    entries: Sequence[Entry]
    middle: str = DRAWN


@dataclass(frozen=True, slots=True)
class TimeUse:
    """How long a bot thought under one ruleset, beside what it may use."""

    use: costs.Use
    title: str
    turn_ms: int | None
    bank_ms: int | None

    @property
    def plot(self) -> SafeString:
        return histogram(self.use.turns.bins if self.use.turns else ())

    @property
    def share_of_limit(self) -> float | None:
        """The share of the limit that the slowest turn used."""
        if self.use.turns is None or not self.turn_ms:
            return None
        return self.use.turns.slowest.ms / self.turn_ms


def public_tables(sample: samples.Sample, viewer: Viewer) -> list[Table]:
    opponents = [
        _entry_of_bot(sample.bot, line.head, line.share) for line in tables.by_opponent(sample)
    ]
    versions = [Entry(f"v{line.head}", "", line.share) for line in tables.by_version(sample)]
    seats = [Entry(f"Seat {line.head}", "", line.share) for line in tables.by_seat(sample)]
    maps = [entry_of_map(line.head, line.share) for line in tables.by_map(sample, viewer)]
    mixed = any(len({each.points for each in one.opponents}) > 1 for one in sample.played)
    middle = "Middle places" if mixed else DRAWN
    return [
        Table("opponents", "By opponent", "Opponent", opponents),
        Table("maps", "By map", "Map", maps, middle),
        Table("seats", "By seat", "Seat", seats, middle),
        Table("versions", "By version", "Version", versions, middle),
    ]


def _entry_of_bot(bot: Bot, other: Bot, share: shares.Share) -> Entry:
    names = [bot.owner.username, bot.name, other.owner.username, other.name]
    address = other.page and reverse("bot-against", args=names)
    return Entry(other.name, address, share, other.owner.username)


def entry_of_map(the_map: Map | None, share: shares.Share) -> Entry:
    if the_map is None:
        return Entry(GENERATED, "", share)
    return Entry(the_map.label, the_map.get_absolute_url(), share)


def time_use(sample: samples.Sample) -> list[TimeUse]:
    return [_with_limits(use, sample.bot.game) for use in costs.costs(sample)]


def _with_limits(use: costs.Use, game: str) -> TimeUse:
    try:
        rules = find(game, use.ruleset)
    except KeyError:
        return TimeUse(use, use.ruleset, None, None)
    limits = Limits.of_ruleset(rules)
    turn_ms = limits.turn_cpu_ms if rules.turn_cpu_bound else None
    return TimeUse(use, rules.title, turn_ms, limits.game_cpu_ms)


# Files -------------------------------------------------------------------------------------------


def table_rows(table: Table) -> Iterator[Row]:
    numbers = ["results", "won", "between", "lost", "score", "low", "high"]
    yield [table.head.lower(), "owner", *numbers]
    yield from map(_line, table.entries)


def _line(entry: Entry) -> Row:
    share = entry.share
    counts = [share.results, share.wins, share.draws, share.losses]
    return [entry.label, entry.owner, *counts, share.score, *share.interval]


def matrix_rows(matrix: tables.Matrix) -> Iterator[Row]:
    """A line for each cell in which two met."""
    yield ["row", "column", "results", "score", "low", "high"]
    for row in matrix.rows:
        for bot, share in zip(matrix.columns, row.cells, strict=True):
            if share is not None and share.score is not None:
                yield [row.title, bot, share.results, share.score, *share.interval]


def times_rows(uses: Iterable[TimeUse]) -> Iterator[Row]:
    head = ["ruleset", "matches", "median_ms", "p95_ms", "most_ms", "most_in"]
    turn = ["turns", "turn_median_below_ms", "turn_p95_below_ms", "slowest_turn_ms"]
    where = ["slowest_in", "slowest_game", "slowest_turn"]
    yield [*head, *turn, *where, "turn_limit_ms", "game_limit_ms"]
    for each in uses:
        use = each.use
        whole = [use.ruleset, use.matches, use.median, use.high, use.most, use.most_in]
        yield [*whole, *_turn_cells(use.turns), each.turn_ms or None, each.bank_ms or None]


def _turn_cells(turns: costs.Turns | None) -> Row:
    if turns is None:
        return [None] * 7
    last = turns.slowest
    figures = [turns.count, turns.median, turns.high, last.ms]
    return [*figures, last.match, last.game + 1, last.turn]


def failures_rows(failures: Iterable[costs.Failure]) -> Iterator[Row]:
    yield ["kind", "ended", "went_on", "newest"]
    for one in failures:
        yield [one.kind.value, one.ended, one.went_on, " ".join(map(str, one.examples))]
