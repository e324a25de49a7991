"""Keep matches as tests, and have new versions play them before they go live."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.permissions import require_manager
from arbiter import texts
from arbiter.database.locks import lock
from bots import services as bots
from bots.models import Bot, BotVersion
from bots.notifications import letter, managers, short_facts
from bots.versions import artifacts
from games.engine import EndState
from games.registry import GAMES
from games.texts.sentences import counted, paragraph
from ladder.core.diagnostics.fairness import shares
from ladder.regressions.models import RegressionPolicy, RegressionRun, RegressionTest
from matches.audience import also_shown
from matches.derived.copies import create_copy
from matches.models import Match
from notices.services import JSON, Kind, tell

MOST = 50
"""Tests of a bot."""
LONGEST = timedelta(minutes=30)
"""After this time a version goes live without the tests that were not played."""
Verdict, Change = RegressionRun.Verdict, RegressionRun.Change


def share_of(match: Match, number: int) -> float:
    """The share of the score of a seat in a finished match, 0 where its bot failed."""
    seats = list(match.seats.all())
    if seats[number].end != EndState.OK.value:
        return 0.0
    return shares([seat.rank or 1 for seat in seats], [seat.team for seat in seats])[number]


@transaction.atomic
def keep(
    bot: Bot, by: User, origin: Match, number: int | None, *, as_then: bool = False, note: str = ""
) -> RegressionTest:
    """Keep a match as a test of the bot on this seat; None: on its only seat in the match.

    The goal is a first place alone, or with ``as_then`` the share of the score that the seat had in
    the match.  `ValidationError` where the match cannot be a test, or the bot has too many.
    """
    require_manager(bot, by)
    texts.require_lines(note=note.strip())
    _lock(bot.pk)
    number = _check(bot, by, origin, number)
    if bot.regression_tests.filter(origin=origin, seat=number).exists():
        raise ValidationError("This match is a test of the bot already.")
    if bot.regression_tests.count() >= MOST:
        raise ValidationError(f"{bot} has {MOST} tests; remove one first.")
    goal = share_of(origin, number) if as_then else 1.0
    return RegressionTest.objects.create(
        bot=bot, origin=origin, seat=number, goal=goal, note=note.strip()[:200], by=by
    )


def _check(bot: Bot, by: User, origin: Match, number: int | None) -> int:
    """The number of the seat; `ValidationError` where the match cannot be a test."""
    if not origin.visible_to(by) or origin.state != Match.State.FINISHED:
        raise ValidationError("Only a finished match that you may see can be a test.")
    if origin.kind == Match.Kind.PROVING:
        raise ValidationError("A first match is too brief for a test.")
    if origin.game not in GAMES:
        raise ValidationError("This site does not have the game of this match any more.")
    if origin.origin_frame is not None:
        raise ValidationError(
            "This match goes on from a turn of another one, so it cannot be played from its start."
        )
    seats = list(origin.seats.select_related("version"))
    if any(seat.version is None for seat in seats):
        raise ValidationError("A person played in this match, so it cannot be played again.")
    own = [seat.number for seat in seats if seat.program.bot_id == bot.pk]
    if number is None and len(own) > 1:
        several = ", ".join(str(each + 1) for each in own)
        raise ValidationError({"seat": f"{bot} sits on the seats {several}: choose one of them."})
    number = own[0] if number is None and own else number
    if number not in own:
        wrong = (
            f"{bot} does not sit in this match."
            if number is None
            else f"{bot} does not sit on seat {number + 1} of this match."
        )
        raise ValidationError({"seat": wrong})
    if len({seat.team or -seat.number - 1 for seat in seats}) < 2:
        raise ValidationError("A match with one side alone has no result to compare.")
    assert number is not None  # it is one of the bot's own
    return number


@transaction.atomic
def remove(test: RegressionTest, by: User) -> None:
    """Remove a test and its runs; matches stay.  A version that waited for it alone goes live."""
    require_manager(test.bot, by)
    _lock(test.bot_id)
    waiting = test.runs.filter(verdict=Verdict.WAITING).select_related("version")
    versions = [run.version for run in waiting]
    test.delete()
    for version in versions:
        _settle(version)


def _lock(bot: int) -> None:
    """Hold the bot to the end of the transaction: of two runs that end at once, the second sees
    the first, and settles."""
    lock(Bot.objects).get(pk=bot)


def set_policy(bot: Bot, by: User, *, holds: bool) -> None:
    """Choose whether the old version stays where a test gets worse."""
    require_manager(bot, by)
    RegressionPolicy.objects.update_or_create(bot=bot, defaults={"holds": holds})


@bots.before_live
def play_set(version: BotVersion) -> bool:
    """Have a version that is ready play the bot's tests; whether there are any to play."""
    tests = version.bot.regression_tests.select_related("origin")
    runs = [_begin(test, version) for test in tests]
    return any(run.verdict == Verdict.WAITING for run in runs)


def _begin(test: RegressionTest, version: BotVersion) -> RegressionRun:
    run, _ = RegressionRun.objects.get_or_create(test=test, version=version)
    seats = test.origin.seats.select_related("version__bot__owner").order_by("number")
    players = [version if seat.number == test.seat else seat.program for seat in seats]
    if why := next(filter(None, (_absence(each, version) for each in players)), ""):
        run.verdict, run.why = Verdict.NOT_PLAYED, why
    else:
        run.match = create_copy(test.origin, Match.Kind.TEST, players, None)
    run.save()
    return run


def _absence(player: BotVersion, own: BotVersion) -> str:
    """Why a version cannot play; "" where it can."""
    if player.pk == own.pk:
        return ""
    bot = player.bot
    if bot.deactivated_at or bot.retired_at or not bot.owner.is_active:
        return f"{bot} does not play any more."
    try:
        artifacts.require_files(player)
    except ValidationError:
        return f"The files of {player} were deleted."
    return ""


def judge(sender: Any, match: Match, **_: Any) -> None:
    """Inside the result's transaction."""
    if match.kind != Match.Kind.TEST:
        return
    runs = RegressionRun.objects.filter(match=match, verdict=Verdict.WAITING)
    run = runs.select_related("test", "version").first()
    if run is None:
        return
    _lock(run.version.bot_id)
    if not runs.exists():
        return
    run.share = share_of(match, run.test.seat)
    seat = match.seats.get(number=run.test.seat)
    passed = seat.end == EndState.OK.value and run.share >= run.test.goal
    run.verdict = Verdict.PASSED if passed else Verdict.FAILED
    run.change = _change(run)
    run.save()
    _settle(run.version)


def give_up(sender: Any, match: Match, **_: Any) -> None:
    if match.kind == Match.Kind.TEST:
        waiting = RegressionRun.objects.filter(match=match, verdict=Verdict.WAITING)
        _skip(list(waiting.select_related("version")), "The match could not be played.")


def _change(run: RegressionRun) -> str:
    """The run compared with the newest version before it that has played this start.

    The version of the kept match has played it there.
    """
    before = run.test.runs.filter(version__number__lt=run.version.number, share__isnull=False)
    played = {each.version.number: each.share for each in before.select_related("version")}
    origin = run.test.origin
    kept = origin.seats.select_related("version").get(number=run.test.seat).program.number
    if kept < run.version.number:
        played.setdefault(kept, share_of(origin, run.test.seat))
    last = played[max(played)] if played else None
    if last is None or run.share is None:
        return ""
    if run.share == last:
        return Change.SAME
    return Change.BETTER if run.share > last else Change.WORSE


def _settle(version: BotVersion) -> None:
    """Once all tests of a version are done, it goes live, unless its team wants otherwise."""
    runs = RegressionRun.objects.filter(version=version)
    if runs.filter(verdict=Verdict.WAITING).exists():
        return
    worse = list(runs.filter(change=Change.WORSE).select_related("test__origin"))
    held = bool(worse) and RegressionPolicy.objects.filter(bot=version.bot_id, holds=True).exists()
    if worse:
        _tell_worse(version, len(worse), held=held)
    if not held:
        bots.go_live(version)


def _tell_worse(version: BotVersion, worse: int, *, held: bool) -> None:
    """A version did worse in some tests than the version before."""
    tests = counted(worse, "test")
    plays = "The version before still plays." if held else "It plays now."
    text = paragraph(f"{version} is worse in {tests} than the version before.", plays)
    facts: dict[str, JSON] = {**short_facts(version), "worse": worse, "held": held}
    people = managers(Bot.objects.filter(pk=version.bot_id))
    mail = letter(version.bot, f"version {version.number} is worse in {tests}")
    tell(Kind.TESTS_WORSE, people, text, version.get_absolute_url(), facts, letter=mail)


def _skip(runs: list[RegressionRun], why: str) -> None:
    for run in runs:
        _lock(run.version.bot_id)
        run.verdict, run.why = Verdict.NOT_PLAYED, why
        run.save(update_fields=["verdict", "why"])
        _settle(run.version)


def sweep() -> int:
    """End runs that wait for too long; how many."""
    late = RegressionRun.objects.filter(
        verdict=Verdict.WAITING, created__lt=timezone.now() - LONGEST
    )
    runs = list(late.select_related("version"))
    for run in runs:
        with transaction.atomic():
            _skip([run], f"It was not played within {LONGEST.seconds // 60} minutes.")
    return len(runs)


@also_shown
def shown(user: Viewer) -> QuerySet[Match]:
    """Matches of tests are for the owner and the team of the bot."""
    own = Bot.objects.open_to(user)
    return Match.objects.filter(regression_run__test__bot__in=own)
