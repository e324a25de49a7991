"""How a match ended, in sentences for one of its seats or for readers without one.

The sentences do not ask who reads them: show them only to those who may look at the match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accounts.models import Viewer
from games.ending import Details, Sentence, plain, told
from games.engine import Outcome
from games.registry import GAMES
from matches.models import Match, Seat
from matches.recorded.recordings import plays_it
from matches.recorded.sides import told_apart

DECIDED_BY = "decided by "
"""How `Match.reason` begins where it tells what decided a match whose scores do not tell it."""


def ending(match: Match, seat: int | None = None, details: Details | None = None) -> Sentence:
    """How it ended for a seat; None: for readers without one.  Empty without a result."""
    if match.state != Match.State.FINISHED or match.outcome is None:
        return ()
    return ending_of(match.game, match.outcome, seat, details)


def ending_of(
    game: str, outcome: Mapping[str, Any], seat: int | None, details: Details | None = None
) -> Sentence:
    """The same for an outcome as `games.engine.with_facts` gives it."""
    result = Outcome.from_json(outcome)
    if game not in GAMES:
        return told(result, seat, details or {})
    return GAMES[game].ending(result, seat, details)


def names_of(seats: Iterable[Seat]) -> list[str]:
    """The names of a match's seats as sentences have them."""
    names = told_apart(list(seats))
    return [names[number] for number in sorted(names)]


def as_text(match: Match, seat: int | None = None, seats: Sequence[Seat] | None = None) -> str:
    """The sentences of `ending` as text; ``seats`` are those of the match, if they are there."""
    names = names_of(seats or match.seats.all())
    return plain(ending(match, seat), names) if names else ""


def own_seat(seats: Iterable[Seat], user: Viewer) -> int | None:
    """The number of the reader's only seat in the match; None for readers with none or several."""
    own = [seat.number for seat in seats if plays_it(seat, user)]
    return own[0] if len(own) == 1 else None


def load_outcomes(matches: Iterable[Match]) -> None:
    """Read the outcomes that `MatchQuerySet.for_lists` leaves out, in one query."""
    by_id = {match.pk: match for match in matches}
    for pk, outcome in Match.objects.filter(pk__in=by_id).values_list("pk", "outcome"):
        by_id[pk].outcome = outcome


def decided_by(game: str, outcome: Outcome) -> str:
    """ "decided by won halves": for scores that do not tell who won; else empty."""
    by = GAMES[game].decided_by(outcome) if game in GAMES else ""
    return f"decided by {by}" if by else ""
