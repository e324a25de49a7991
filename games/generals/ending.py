"""How a match ended, in sentences for each player."""

from __future__ import annotations

from games.ending import Details, Moment, Part, Player, Sentence, ended, fact, failed, first, listed
from games.engine import EndState, Outcome, Seat
from games.texts.sentences import counted


def decided_by(outcome: Outcome) -> str:
    """Land is the score.  Players who are beaten have none, and units decide between equal land."""
    if not any("units" in seat.facts for seat in outcome.seats):
        return ""
    beaten = any(seat.data.get("fell") is not None for seat in outcome.seats)
    return "the last capital" if beaten else "units"


def ending(outcome: Outcome, seat: Seat | None, details: Details) -> Sentence:
    seats = range(len(outcome.seats))
    if all(_fell(outcome, n) is not None for n in seats):
        return ended(_nobody(outcome, seat, details))
    standing = [n for n in first(outcome) if _fell(outcome, n) is None]
    own = standing[0] if seat is None else seat
    if _fell(outcome, own) is not None:
        return ended([*_fall(outcome, own, details), *_still(outcome, own)])
    if all(_fell(outcome, n) is not None for n in _others(outcome, own)):
        return ended(_last(outcome, own, details))
    return ended(_land(outcome, own))


def _fell(outcome: Outcome, seat: Seat) -> int | None:
    """The half-turn in which the player was beaten, from 0."""
    fell: int | None = outcome.seats[seat].data["fell"]
    return fell


def _team(outcome: Outcome, seat: Seat) -> list[Seat]:
    seats = range(len(outcome.seats))
    return [n for n in seats if fact(outcome, n, "team") == fact(outcome, seat, "team")]


def _others(outcome: Outcome, seat: Seat) -> list[Seat]:
    """The players of other teams."""
    return [n for n in range(len(outcome.seats)) if n not in _team(outcome, seat)]


def _moment(half: int) -> Moment:
    return Moment(f"half-turn {half + 1}", 0, half + 1)


def _fall(outcome: Outcome, seat: Seat, details: Details) -> list[Part]:
    """How a player was beaten, with a full stop."""
    fell, taker = _fell(outcome, seat), fact(outcome, seat, "taker")
    assert fell is not None
    did = [] if outcome.seats[seat].end is EndState.OK else failed(outcome, seat, None, details)
    if taker is not None:
        found: list[Part] = [*did, " and"] if did else [Player(seat)]
        return [*found, " lost its capital to ", Player(taker), " in ", _moment(fell), ". "]
    return [*failed(outcome, seat, _moment(fell), details), " and was out of the game. "]


def _still(outcome: Outcome, seat: Seat) -> list[Part]:
    """The fate of the others after a player was beaten."""
    if outcome.seats[seat].rank > 1:
        return [*listed(first(outcome)), " won. "]
    mates = [mate for mate in _team(outcome, seat) if _fell(outcome, mate) is None]
    return ["Its team won with ", *listed(mates), ". "]


def _nobody(outcome: Outcome, seat: Seat | None, details: Details) -> list[Part]:
    """The last players were beaten in the same half-turn."""
    fallen = range(len(outcome.seats)) if seat is None else [seat]
    latest = [n for n in fallen if seat is not None or outcome.seats[n].rank == 1]
    found = [part for n in latest for part in _fall(outcome, n, details)]
    return [*found, "Nobody was left. "]


def _last(outcome: Outcome, own: Seat, details: Details) -> list[Part]:
    """All others are beaten: how the last of them was."""
    others = _others(outcome, own)
    last = max(others, key=lambda number: (_fell(outcome, number), number))
    fell, played_on = _fell(outcome, last), outcome.seats[last].end is EndState.OK
    won = " won. " if len(others) == 1 else " outlasted all others. "
    if fact(outcome, last, "taker") != own or not played_on or fell is None:
        return [*_fall(outcome, last, details), *listed(_team(outcome, own)), won]
    found: list[Part] = [Player(own), " took the capital of ", Player(last), " in "]
    if len(others) == 1:
        return [*found, _moment(fell), " and won. "]
    return [*found, _moment(fell), ". ", *listed(_team(outcome, own)), won]


def _land(outcome: Outcome, own: Seat) -> list[Part]:
    """All half-turns are played: land decides, then units."""
    count = fact(outcome, own, "half_turns")
    sums = {n: _sums(outcome, n) for n in range(len(outcome.seats))}
    rivals = [n for n in _others(outcome, own) if _fell(outcome, n) is None]
    rival = min(rivals, key=lambda n: (outcome.seats[n].rank, n))
    found: list[Part] = ["All ", Moment(f"{count} half-turns", 0, count), " were played. "]
    for number in (own, rival):
        if number == rival:
            found.append(", ")
        found += [*listed(_team(outcome, number)), f" owned {counted(sums[number][0], 'tile')}"]
    if sums[own][0] == sums[rival][0]:
        ahead, behind = sorted((sums[own][1], sums[rival][1]), reverse=True)
        decided = f"units decided, {ahead} to {behind}" if ahead > behind else "units were equal"
        found.append(f", and {decided}")
    return [*found, ". "]


def _sums(outcome: Outcome, seat: Seat) -> tuple[int, int]:
    """Land and units of the player's team."""
    team = _team(outcome, seat)
    land = sum(int(outcome.seats[mate].score) for mate in team)
    return land, sum(fact(outcome, mate, "units") for mate in team)
