"""How a match ended, in sentences for each side."""

from __future__ import annotations

from games.ending import Details, Moment, Part, Player, Sentence, ended, failed, faulty, subject
from games.engine import Outcome, Seat
from games.texts.sentences import counted


def ending(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    turn = outcome.seats[0].facts["turn"]
    offenders = faulty(outcome, seat)
    if offenders:
        return _by_fault(outcome, seat, offenders, Moment(f"turn {turn}", 0, turn), details)
    own = subject(outcome, seat)
    lost = [outcome.seats[1 - number].data["destroyed"] for number in range(2)]
    found: list[Part] = [Player(own), f" lost {counted(lost[own], 'unit')} and ", Player(1 - own)]
    found += [
        f" lost {counted(lost[1 - own], 'unit')} in ",
        Moment(counted(turn, "turn"), 0, turn),
        ", so ",
    ]
    if lost[0] == lost[1]:
        return ended([*found, "nobody won. "])
    return ended([*found, Player(int(lost[0] > lost[1])), " won. "])


def _by_fault(
    outcome: Outcome, seat: Seat | None, offenders: list[Seat], at: Moment, details: Details
) -> Sentence:
    """A side that fails loses the game, whatever the score."""
    own, *others = offenders
    if others:
        found = [*failed(outcome, own, None, details), " and "]
        found += [*failed(outcome, others[0], at, details), ". Both sides lose by their failures. "]
        return ended(found)
    found = failed(outcome, own, at, details)
    if seat is None or seat == own:
        return ended([*found, ". A failure loses the match, whatever the score. "])
    return ended([*found, ", so ", Player(seat), " won, whatever the score. "])
