"""Climbs: a version plays the rungs of its game, one after the other, until it does not pass.

A rung is passed by 3 wins of at most 5 matches, which are unrated.  Both sides have
the same number of seats, which they exchange from match to match; a win is the better sum of ranks.

A result that is voided takes back the rung that depends on it, and another match is played in its
place, which may give it again.  Rungs above it were beaten by their own matches and stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import User
from accounts.permissions import require_manager
from arbiter.database.locks import lock
from bots.models import Bot, BotVersion
from games.package import Rung, Rungs
from games.registry import GAMES
from ladder.climb.models import Climb, ClimbMatch
from ladder.climb.results import WINS, Decision, settle, standing
from matches.models import Match
from matches.services import MAX_WAITING, check_can_play, create_match, withdraw
from rulesets.catalogue import find
from storage import space

State = Climb.State


def rungs_of(game: str) -> Rungs | None:
    """The rungs of a game; None where it has none, or is not here now."""
    return GAMES[game].rungs if game in GAMES else None


def frozen(game: str, rung: Rung) -> BotVersion | None:
    """The version of the house bot with the rung's program; None where there is none that plays."""
    versions = BotVersion.objects.filter(
        bot__is_house=True,
        bot__game=game,
        bot__name=rung.house,
        state=BotVersion.State.READY,
        source_sha256__in=rung.digests,
    ).exclude(artifact_state=BotVersion.ArtifactState.DELETED)
    return versions.select_related("bot__owner").order_by("number").first()


@transaction.atomic
def start(bot: Bot, by: User) -> Climb:
    """Let the version that plays climb; `ValidationError` says why it may not."""
    require_manager(bot, by)
    space.require()
    _lock(bot.pk)
    rungs, version = rungs_of(bot.game), bot.active_version
    if rungs is None or not rungs.order:
        raise ValidationError("This game has no rungs to climb.")
    if version is None:
        raise ValidationError(f"{bot} has no version that plays. Upload one first.")
    version.bot = bot
    check_can_play(version, bot.game, by)
    if bot.climbs.filter(state=State.CLIMBING).exists():
        raise ValidationError(f"{bot} is climbing already. Wait until it has stopped.")
    waiting = Match.objects.unfinished().filter(requested_by=by).count()
    if waiting + WINS > MAX_WAITING:
        raise ValidationError(f"{waiting} of your matches wait. Cancel some, or wait for them.")
    climb = Climb(bot=bot, version=version, by=by, ruleset=rungs.ruleset)
    climb.rung = _first(version, rungs).house
    climb.save()
    _play(climb, climb.rung, WINS)
    return climb


def _first(version: BotVersion, rungs: Rungs) -> Rung:
    """The rung with which a version begins: it plays each rung once, so that luck helps nobody."""
    last = version.climbs.last()
    if last is None or last.rung not in rungs.names:
        return rungs.order[0]
    at = rungs.names.index(last.rung)
    if last.state == State.BROKEN:
        return rungs.order[at]
    if last.state == State.STOPPED:
        raise ValidationError(
            f"Version {version.number} has climbed and did not pass {last.rung}. "
            "Each version climbs once: upload a new one to climb again."
        )
    if at + 1 == len(rungs.order):
        raise ValidationError(f"Version {version.number} has beaten the highest rung.")
    return rungs.order[at + 1]


def _lock(bot: int) -> None:
    """Hold the bot to the end of the transaction: of two matches that end at once, the second sees
    the first."""
    lock(Bot.objects).get(pk=bot)


def _play(climb: Climb, against: str, count: int) -> None:
    """Queue the next ``count`` matches against a rung; the climb ends where nobody is on it."""
    game = GAMES.get(climb.bot.game)
    rungs = game.rungs if game else None
    rung = next((each for each in rungs.order if each.house == against), None) if rungs else None
    foe = frozen(climb.bot.game, rung) if rung else None
    if game is None or foe is None:
        if against == climb.rung:
            _break(climb, f"The program of {against} is not ready on this site.")
        return
    seats = find(game.name, climb.ruleset).seats
    played = list(climb.matches.filter(rung=against).select_related("match__map_used"))
    before = played[-1].match if played else None
    for number in range(len(played), len(played) + count):
        again = before is not None and game.start(number, 2) == game.start(number - 1, 2)
        sides = [climb.version if (at + number) % 2 == 0 else foe for at in range(seats)]
        before = create_match(
            *(game.name, climb.ruleset, Match.Kind.CLIMB, sides),
            before.seed if before is not None and again else None,
            requested_by=climb.by,
            board=before.map_used if before is not None and again else None,
        )
        ClimbMatch.objects.create(climb=climb, match=before, rung=against)


def _break(climb: Climb, why: str) -> None:
    climb.state, climb.why = State.BROKEN, why[:300]
    climb.save(update_fields=["state", "why"])
    open_ones = Match.objects.unfinished().filter(climb_match__climb=climb)
    withdraw(list(open_ones), "The climb of this match could not be played to its end.")


def judge(sender: Any, match: Match, **_: Any) -> None:
    """Inside the result's transaction."""
    if match.kind != Match.Kind.CLIMB:
        return
    rows = ClimbMatch.objects.filter(match=match, won=None)
    row = rows.select_related("climb__bot", "climb__version").first()
    if row is None:
        return
    _lock(row.climb.bot_id)
    row.won = _won(match, row.climb.version)
    row.save(update_fields=["won"])
    row.climb.refresh_from_db(fields=["state", "rung"])
    _go_on(row.climb, row.rung)


def correct(sender: Any, matches: Iterable[Match], **_: Any) -> None:
    """Inside the transaction of the correction."""
    climbing = [match for match in matches if match.kind == Match.Kind.CLIMB]
    if not climbing:
        return
    rows = ClimbMatch.objects.filter(match__in=climbing).order_by("climb__bot", "pk")
    for row in rows.select_related("climb__bot", "climb__version"):
        _lock(row.climb.bot_id)
        row.climb.refresh_from_db(fields=["state", "rung"])
        _go_on(row.climb, row.rung)


def _won(match: Match, version: BotVersion) -> bool:
    own, others = 0, 0
    for seat in match.seats.all():
        if seat.version_id == version.pk:
            own += seat.rank or 0
        else:
            others += seat.rank or 0
    return own < others


def _go_on(climb: Climb, rung: str) -> None:
    """After a change of the results against a rung: note whether it is beaten, play the matches
    that are missing, and go up, stop or begin again where the climb stands at this rung."""
    settle(climb.bot, rung)
    result = standing(climb, rung)
    if result.decision is not Decision.OPEN:
        open_ones = Match.objects.unfinished().filter(climb_match__climb=climb)
        withdraw(list(open_ones.filter(climb_match__rung=rung)), "The rung is decided.")
    if rung != climb.rung:
        if result.missing and _can_play(climb):
            _play(climb, rung, result.missing)
        return
    if not _goes_on(climb, result.decision):
        return
    if result.decision is Decision.PASSED:
        _pass(climb)
    elif result.decision is Decision.LOST:
        _set_state(climb, State.STOPPED)
    elif result.missing:
        _set_state(climb, State.CLIMBING)
        _play(climb, rung, result.missing)


def _goes_on(climb: Climb, decision: Decision) -> bool:
    """Whether the results at its rung may move the climb: one that ended begins again only where
    they now say something else, and no other climb of the bot goes on."""
    if climb.state == State.CLIMBING:
        return True
    ended = {State.STOPPED: Decision.LOST, State.TOP: Decision.PASSED}
    if climb.state == State.BROKEN or ended[State(climb.state)] is decision:
        return False
    others = climb.bot.climbs.filter(state=State.CLIMBING)
    return not others.exists() and _can_play(climb)


def _can_play(climb: Climb) -> bool:
    version, bot = climb.version, climb.bot
    gone = version.artifact_state == BotVersion.ArtifactState.DELETED
    return not gone and not bot.deactivated_at and bot.owner.is_active


def _set_state(climb: Climb, state: str) -> None:
    if climb.state != state:
        climb.state = state
        climb.save(update_fields=["state"])


def _pass(climb: Climb) -> None:
    """Go on to the next rung."""
    rungs = rungs_of(climb.bot.game)
    names = rungs.names if rungs else []
    above = names[names.index(climb.rung) + 1 :] if climb.rung in names else []
    if not above:
        _set_state(climb, State.TOP)
        return
    climb.rung, climb.state = above[0], State.CLIMBING
    climb.save(update_fields=["rung", "state"])
    _play(climb, climb.rung, standing(climb, climb.rung).missing)


def give_up(sender: Any, match: Match, **_: Any) -> None:
    if match.kind != Match.Kind.CLIMB:
        return
    row = ClimbMatch.objects.filter(match=match, climb__state=State.CLIMBING)
    climbed = row.select_related("climb__bot").first()
    if climbed is None or climbed.rung != climbed.climb.rung:
        return
    if standing(climbed.climb, climbed.rung).decision is Decision.OPEN:
        _break(climbed.climb, f"Match {match.pk} could not be played. Climb again.")
