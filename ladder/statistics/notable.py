"""Matches of a bot that its author should look at first: failures, then surprising losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bots.models import Bot
from games.engine import EndState
from ladder.core.fairness import expected
from matches.models import Match, Seat

NEWEST = 200
"""Seats of the bot that are looked through."""
ENOUGH = 20
"""Matches of the version that plays, from which on those of older versions are left out."""
MOST = 5
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class Notable:
    """``share`` is the score, from 0 to 1, that the ratings before the match predicted; None where
    the bot failed or a rating is not known.  ``alike`` counts older failures of the same kind and
    version, which are not listed."""

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
    found = [Notable(matches[seat.match_id], seat, alike=alike) for seat, alike in failed]
    return found + _surprising([(matches[seat.match_id], seat) for seat in lost])


def _failures(seats: Sequence[Seat]) -> list[tuple[Seat, int]]:
    """The newest failure of each kind and version, and how many older ones there are."""
    newest: dict[tuple[int | None, str], Seat] = {}
    count: Counter[tuple[int | None, str]] = Counter()
    for seat in seats:
        if seat.end not in ("", EndState.OK.value):
            kind = (seat.version_id, seat.end)
            newest.setdefault(kind, seat)
            count[kind] += 1
    return [(seat, count[kind] - 1) for kind, seat in newest.items()][:MOST]


def _surprising(lost: Sequence[tuple[Match, Seat]]) -> list[Notable]:
    rows = [Notable(match, seat, _share(match, seat)) for match, seat in lost]
    rows.sort(key=lambda row: row.share or 0.0, reverse=True)
    # A bot may have several seats in a match.
    unique = {row.match.pk: row for row in reversed(rows) if row.share is not None}
    return sorted(unique.values(), key=lambda row: row.share or 0.0, reverse=True)[:MOST]


def _share(match: Match, seat: Seat) -> float | None:
    seats = list(match.seats.all())
    if seat.rating is None or any(each.rating is None for each in seats):
        return None
    try:
        shares = expected([each.rating for each in seats], [each.team for each in seats])
    except ValueError:  # one side alone
        return None
    return shares[seat.number]
