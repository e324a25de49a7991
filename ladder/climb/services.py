"""Climbs: a version plays the rungs of its game, one after the other, until it does not pass.

A rung is passed by `WINS` wins of at most `MATCHES` matches, which are unrated.  Both sides have
the same number of seats, which they exchange from match to match; a win is the better sum of ranks.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.permissions import require_manager
from bots.models import Bot, BotVersion
from games.package import Rung, Rungs
from games.registry import GAMES
from ladder.climb.models import Climb, ClimbMatch, RungPassed
from matches.models import Match
from matches.services import MAX_WAITING, check_can_play, create_match, withdraw
from matches.signals import match_finished, match_released
from rulesets.catalogue import find
from storage import space

MATCHES = 5
"""Matches against a rung, at most."""
WINS = 3
"""Wins that pass a rung."""
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
        raise ValidationError(f"{waiting} of your matches still wait; let some of them end first.")
    climb = Climb(bot=bot, version=version, by=by, ruleset=rungs.ruleset)
    climb.rung = _first(version, rungs).house
    climb.save()
    _play(climb, WINS)
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
    Bot.objects.select_for_update().get(pk=bot)


def _play(climb: Climb, count: int) -> None:
    """Queue the next ``count`` matches against the rung; the climb ends where nobody is on it."""
    game = GAMES.get(climb.bot.game)
    rungs = game.rungs if game else None
    rung = next((each for each in rungs.order if each.house == climb.rung), None) if rungs else None
    foe = frozen(climb.bot.game, rung) if rung else None
    if game is None or foe is None:
        _break(climb, f"The program of {climb.rung} is not ready on this site.")
        return
    seats = find(game.name, climb.ruleset).seats
    played = list(climb.matches.filter(rung=climb.rung).select_related("match__map_used"))
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
        ClimbMatch.objects.create(climb=climb, match=before, rung=climb.rung)


def _break(climb: Climb, why: str) -> None:
    climb.state, climb.why = State.BROKEN, why[:300]
    climb.save(update_fields=["state", "why"])
    open_ones = Match.objects.unfinished().filter(climb_match__climb=climb)
    withdraw(list(open_ones), "The climb of this match could not be played to its end.")


@receiver(match_finished, dispatch_uid="climb.judge")
def judge(sender: Any, match: Match, **_: Any) -> None:
    """Inside the result's transaction."""
    if match.kind != Match.Kind.CLIMB:
        return
    found = ClimbMatch.objects.filter(match=match, won=None)
    row = found.select_related("climb__bot", "climb__version").first()
    if row is None:
        return
    _lock(row.climb.bot_id)
    row.won = _won(match, row.climb.version)
    row.save(update_fields=["won"])
    row.climb.refresh_from_db(fields=["state", "rung"])
    if row.climb.state == State.CLIMBING:
        _go_on(row.climb)


def _won(match: Match, version: BotVersion) -> bool:
    own, others = 0, 0
    for seat in match.seats.all():
        if seat.version_id == version.pk:
            own += seat.rank or 0
        else:
            others += seat.rank or 0
    return own < others


def _go_on(climb: Climb) -> None:
    results = list(climb.matches.filter(rung=climb.rung).values_list("won", flat=True))
    if None in results:
        return
    wins, others = results.count(True), results.count(False)
    if wins >= WINS:
        _pass(climb)
    elif others > MATCHES - WINS:
        climb.state = State.STOPPED
        climb.save(update_fields=["state"])
    else:
        _play(climb, WINS - max(wins, others))


def _pass(climb: Climb) -> None:
    """Note the rung, and go on to the next one."""
    kept = {"version": climb.version, "ruleset": climb.ruleset}
    RungPassed.objects.get_or_create(bot=climb.bot, rung=climb.rung, defaults=kept)
    rungs = rungs_of(climb.bot.game)
    names = rungs.names if rungs else []
    above = names[names.index(climb.rung) + 1 :] if climb.rung in names else []
    if not above:
        climb.state = State.TOP
        climb.save(update_fields=["state"])
        return
    climb.rung = above[0]
    climb.save(update_fields=["rung"])
    _play(climb, WINS)


@receiver(match_released, dispatch_uid="climb.give_up")
def give_up(sender: Any, match: Match, **_: Any) -> None:
    if match.kind != Match.Kind.CLIMB:
        return
    climb = Climb.objects.filter(matches__match=match, state=State.CLIMBING).first()
    if climb is not None:
        _break(climb, f"Match {match.pk} could not be played. Climb again.")
