"""The reasons why a bot lost or failed in a match, for its managers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import Viewer
from games.engine import EndState
from games.registry import GAMES
from matches.models import Match, Seat
from matches.recorded.recordings import objection
from matches.seating import rules_of
from matches.services import may_see_log, seat_log
from pages.frame.match_parts.endings import as_html, fault_detail
from pages.templatetags.site import amount

LAST_LINES = 12


@dataclass(frozen=True, slots=True)
class Clock:
    """A use of a limit: ``part`` is from 0, and more than 1 where the limit was exceeded."""

    title: str
    used: str
    limit: str
    part: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """``rule`` is the address of the rule that decided; ``turn`` is where to look first, as the
    query of the player's address; ``sides`` is the side of each seat, by which the player's scores
    are summed; ``errors`` are the last lines of its standard error.  ``moments_url`` is empty where
    the bot failed."""

    seat: Seat
    place: str
    ending: SafeString
    rule: str
    turn: str
    sides: str
    clocks: tuple[Clock, ...]
    errors: str
    moments_url: str
    last_url: str
    compare_url: str


def explanations(match: Match, user: Viewer, seats: Sequence[Seat]) -> list[Explanation]:
    """For each seat of the viewer's bots that failed or did not come first."""
    if match.state != Match.State.FINISHED:
        return []
    own = [seat for seat in seats if seat.version is not None and may_see_log(seat, user)]
    wanted = [seat for seat in own if _failed(seat) or (seat.rank or 1) > 1]
    by_number = sorted(seats, key=lambda seat: seat.number)
    sides = json.dumps([seat.team or -seat.number - 1 for seat in by_number])
    return [_explanation(match, user, seat, sides, len(seats)) for seat in wanted]


def _failed(seat: Seat) -> bool:
    return seat.end not in ("", EndState.OK.value)


def testable(match: Match, user: Viewer, seats: Sequence[Seat]) -> list[Seat]:
    """Seats of bots that the viewer may change, on which the match can be kept as a test."""
    played = match.state == Match.State.FINISHED and match.kind != Match.Kind.PROVING
    whole = match.origin_frame is None and match.game in GAMES
    if not (played and whole) or any(seat.version is None for seat in seats):
        return []
    return [seat for seat in seats if seat.version and seat.version.bot.managed_by(user)]


def _explanation(match: Match, user: Viewer, seat: Seat, sides: str, count: int) -> Explanation:
    failed = _failed(seat)
    bot, errors = seat.program.bot, _last_errors(seat)
    compare = reverse("comparison-new", args=[bot.owner.username, bot.name])
    last = reverse("match-exchange", args=[match.pk, seat.number])
    moments = reverse("match-moments", args=[match.pk, seat.number])
    replayed = not objection(match, user, seat)
    manages = match.game in GAMES and bot.managed_by(user)
    return Explanation(
        seat,
        f"Place {seat.rank} of {count}." if seat.rank else "",
        as_html(match, seat.number, {seat.number: fault_detail(seat.faults, errors)}),
        _rule(match, failed=failed),
        _place(match, seat),
        sides,
        tuple(_clocks(match, seat)),
        errors,
        moments if replayed and not failed else "",
        last if replayed else "",
        f"{compare}?candidate={seat.program.number}" if manages else "",
    )


def _rule(match: Match, *, failed: bool) -> str:
    """ "" where the game was removed."""
    game = GAMES.get(match.game)
    if game is None:
        return ""
    anchor = game.fault_rules if failed else game.winner_rules
    return f"{reverse('game-rules', args=[game.name])}#{anchor}"


def _place(match: Match, seat: Seat) -> str:
    if seat.faults:
        fault = seat.faults[-1]
        return f"game={fault['game'] + 1}&turn={fault['turn']}"
    return f"game={match.game_number + 1}&turn={match.turn}"


def _clocks(match: Match, seat: Seat) -> list[Clock]:
    try:
        rules = rules_of(match)
    except KeyError:
        return []
    clocks = []
    if seat.turn_times and rules.turn_cpu_bound:
        slowest = seat.turn_times["slowest"]["us"] / 1000
        clocks.append(_clock("Slowest turn, CPU time", slowest, rules.limits.cpu_ms, "ms"))
    if rules.bank_ms is not None and seat.cpu_ms is not None:
        clocks.append(_clock("All turns, CPU time", seat.cpu_ms, rules.bank_ms, "ms"))
    if seat.peak_memory is not None:
        clocks.append(_clock("Memory", seat.peak_memory / (1 << 20), rules.memory_mb, "MB"))
    return clocks


def _clock(title: str, used: float, limit: float, unit: str) -> Clock:
    return Clock(title, amount(round(used), unit), amount(limit, unit), used / limit)


def _last_errors(seat: Seat) -> str:
    """The last lines that the bot wrote, without its drawings."""
    text = "".join(row.get("text", "") for row in seat_log(seat))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#draw ")]
    return "\n".join(lines[-LAST_LINES:])
