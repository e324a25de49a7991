"""The result of a match in one sentence, the same everywhere.

The sentence does not ask who reads it: show it only to those who may look at the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine import EndState
from games.texts.sentences import listed
from matches.models import Match, Seat
from matches.recorded.endings import DECIDED_BY
from matches.recorded.sides import SHOWN, Entry, Side, sides

FIRST = 2
"""The number of names that are shown if there are more than `SHOWN`."""


def sentence(match: Match, *, faults: bool = True) -> str:
    """ "alice/worm beat bob/viper 3 : 1", without a full stop; empty for a match without a result.

    Without ``faults``, another sentence tells the failure of the loser.  Reads the seats with their
    versions, bots and owners.
    """
    every = sides(match)
    winners = [side for side in every if side.place == 1]
    if match.state != Match.State.FINISHED or not winners:
        return ""
    losers = [side for side in every if side.place != 1]
    names = _Names(every)
    if not any(side.won for side in winners):
        players = names.of(every)
        if len(every) == 1:
            return f"{players} played to the end"
        score = _score(every)
        return f"{players} drew {score}" if score else f"{players} drew"
    if not losers:
        return f"{names.of(winners)} shared first place"
    first, others = names.of(winners), names.of(losers)
    if len(every) == 2:
        if seat := _failed(losers):
            return _beaten(first, others, seat) if faults else f"{first} beat {others}"
        score = _score([*winners, *losers], match.reason)
        return f"{first} beat {others} {score}" if score else f"{first} beat {others}"
    if len(winners) == 1:
        return f"{first} won against {others}"
    return f"{first} shared first place ahead of {others}"


class _Names:
    """Names of players: bots with their owners, with the version where two of a bot play, and with
    the seats where others play under the same name."""

    def __init__(self, every: Sequence[Side]) -> None:
        entries = [entry for side in every for entry in side.entries]
        versions = {entry.seat.version for entry in entries if entry.seat.version}
        self._versions = Counter(version.bot_id for version in versions)
        self._players = Counter(self._player(entry.seat) for entry in entries)

    def of(self, some: Sequence[Side]) -> str:
        """The players of these sides; of many the first ones, and how many more."""
        if sum(len(side.entries) for side in some) <= SHOWN:
            names = [" + ".join(self._name(entry) for entry in side.entries) for side in some]
            return listed(names)
        first = [entry for side in some for entry in side.entries][:FIRST]
        more = sum(side.seats for side in some) - FIRST
        return f"{', '.join(map(self._name, first))} and {more} more"

    def _name(self, entry: Entry) -> str:
        player = self._player(entry.seat)
        return f"{player} {entry.which}" if self._players[player] > 1 else player

    def _player(self, seat: Seat) -> str:
        if seat.person is not None:
            return seat.person.username
        version = seat.program
        several = self._versions[version.bot_id] > 1
        return f"{version.bot} v{version.number}" if several else str(version.bot)


def _failed(losers: Sequence[Side]) -> Seat | None:
    """The only loser, if it lost because it failed."""
    seats = [entry.seat for side in losers for entry in side.entries]
    return seats[0] if len(seats) == 1 and seats[0].end not in ("", EndState.OK) else None


def _beaten(first: str, others: str, seat: Seat) -> str:
    failed = EndState(seat.end).words
    if seat.person:
        return f"{first} beat {others}, who {failed}"
    return f"{first} beat {others}, which {failed}"


def _score(two: Sequence[Side], reason: str = "") -> str:
    """Of two single players.  A score that contradicts the places comes with what decided between
    them, or is left out where that is not known."""
    if not _two_alone(two):
        return ""
    ahead, behind = (side.entries[0].seat for side in two)
    if ahead.score is None or behind.score is None:
        return ""
    score = score_words(ahead.score, behind.score)
    if not _contradicts(ahead, behind):
        return score
    return f"{score}, {reason}" if reason.startswith(DECIDED_BY) else ""


def tie_break(match: Match, every: Sequence[Side]) -> str:
    """ "decided by won halves", for two single players whose scores contradict their places."""
    if not (match.reason.startswith(DECIDED_BY) and _two_alone(every)):
        return ""
    one, other = sorted((side.entries[0].seat for side in every), key=lambda s: s.rank or 0)
    played_on = one.end == other.end == EndState.OK
    return match.reason if played_on and _contradicts(one, other) else ""


def _two_alone(two: Sequence[Side]) -> bool:
    return len(two) == 2 and all(side.seats == 1 for side in two)


def _contradicts(ahead: Seat, behind: Seat) -> bool:
    if ahead.score is None or behind.score is None:
        return False
    return ahead.score < behind.score or (
        (ahead.score == behind.score) != (ahead.rank == behind.rank)
    )


def score_words(ahead: float, behind: float) -> str:
    """ "3 : −1": a dash between the scores could be taken for the sign of the second one."""
    return f"{score_of(ahead)} : {score_of(behind)}"


def score_of(value: float) -> str:
    """A score with at most two decimals, none of them an idle 0, with a true minus sign."""
    digits = f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")
    return digits.replace("-", "−")
