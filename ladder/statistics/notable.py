"""Matches of a bot that its author should look at first: failures, then surprising losses.

Those with one cause are one row: failures of one kind with the same words, and losses to the same
opponents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bots.models import Bot
from games.engine import EndState
from ladder.core.diagnostics.fairness import expected
from matches.models import Match, Seat

NEWEST = 200
"""Seats of the bot that are looked through."""
ENOUGH = 20
"""Matches of the version that plays, from which on those of older versions are left out."""
MOST = 5
"""Of each kind."""
NUMBERS = re.compile(r"\d+")
"""Of a reason: turns, lines and amounts differ where the cause is one."""


@dataclass(frozen=True, slots=True)
class Notable:
    """``share`` is the score, from 0 to 1, that the ratings before the match predicted; None where
    the bot failed or a rating is not known.  ``alike`` counts others with the same cause, which are
    not listed: older failures, and losses that were less of a surprise."""

    match: Match
    seat: Seat
    share: float | None = None
    alike: int = 0

    @property
    def failed(self) -> bool:
        return self.seat.end != EndState.OK.value


def notable(bot: Bot) -> list[Notable]:
    """The newest failures, then the lost matches whose loss was the least expected."""
    seats = list(
        Seat.objects.filter(Match.counts("match__"), Match.is_public("match__"))
        .filter(version__bot=bot, sparring=False)
        .select_related("version")
        .order_by("-match_id")[:NEWEST]
    )
    current = [seat for seat in seats if seat.version_id == bot.active_version_id]
    if len(current) >= ENOUGH:
        seats = current
    failed = _failures(seats)
    lost = [seat for seat in seats if (seat.rank or 0) > 1 and seat.end in ("", EndState.OK.value)]
    shown = (*(seat for seat, _ in failed), *lost)
    matches = Match.objects.for_lists().in_bulk({seat.match_id for seat in shown})
    failures = [Notable(matches[seat.match_id], seat, alike=alike) for seat, alike in failed]
    return failures + _surprising([(matches[seat.match_id], seat) for seat in lost])


def _failures(seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """The newest failure of each cause, and how many older ones there are."""
    newest: dict[tuple[str, str], Seat] = {}
    count: Counter[tuple[str, str]] = Counter()
    for seat in seats:
        if seat.end not in ("", EndState.OK.value):
            cause = (seat.end, NUMBERS.sub("", seat.reason))
            newest.setdefault(cause, seat)
            count[cause] += 1
    return [(seat, count[cause] - 1) for cause, seat in newest.items()][:MOST]


def _surprising(lost: Sequence[tuple[Match, Seat]]) -> list[Notable]:
    rows = [Notable(match, seat, _share(match, seat)) for match, seat in lost]
    rows = [row for row in rows if row.share is not None]
    rows.sort(key=lambda row: row.share or 0.0, reverse=True)
    matches: dict[frozenset[int | None], set[int]] = {}
    first: dict[frozenset[int | None], Notable] = {}
    for row in rows:
        others = _others(row)
        first.setdefault(others, row)
        matches.setdefault(others, set()).add(row.match.pk)  # a bot may have several seats in it
    return [replace(row, alike=len(matches[others]) - 1) for others, row in first.items()][:MOST]


def _others(row: Notable) -> frozenset[int | None]:
    """The versions on the other seats of a match."""
    return frozenset(seat.version_id for seat in row.match.seats.all()) - {row.seat.version_id}


def _share(match: Match, seat: Seat) -> float | None:
    seats = list(match.seats.all())
    if seat.rating is None or any(each.rating is None for each in seats):
        return None
    try:
        shares = expected([each.rating for each in seats], [each.team for each in seats])
    except ValueError:  # one side alone
        return None
    return shares[seat.number]
