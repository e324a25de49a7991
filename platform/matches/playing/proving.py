"""A new version's first match: a brief one against the game's proving house bot.

It is played with the parameters `Game.brief` (`matches.seating.rules_of`), for at most
`matches.playing.runner.FIRST_MATCH_S`.  A version that has not failed by then speaks the protocol,
and passes.
"""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from bots import services as bots
from bots.models import Bot, BotVersion
from bots.signals import version_built
from games.engine import EndState
from games.texts.sentences import paragraph
from matches.models import Match
from matches.services import create_match

HOUSE = -1
"""Priority of first matches of house bots: authors wait for theirs."""
ADVICE = {
    EndState.ILLEGAL: "Check the move against the rules before you send it.",
    EndState.MALFORMED: "Compare what you send with the protocol in the rules.",
    EndState.TIMEOUT: "Think for less time per turn, flush your output, and answer every question.",
    EndState.BANK: "Think less over the whole game: its time limit is in the rules.",
    EndState.SILENT: "Flush your output after every answer, and read what you are sent.",
    EndState.CRASH: "Run it with the starter kit's local runner and read what it wrote to its log.",
    EndState.EXIT: "Read and answer until the game is over; do not return from main before.",
    EndState.CLOSED: "Keep the standard output open until the game is over.",
    EndState.OUTPUT: "Send only what the protocol asks for; write notes to standard error.",
    EndState.UNREAD: "Read every message, also while it is not your turn.",
    EndState.MEMORY: "Use less memory: the limit is in the rules.",
    EndState.PROCESSES: "Start fewer processes and threads, and wait for those that have ended.",
    EndState.FILES: "Close the files that you have opened.",
    EndState.DISK: "Write less: keep in memory what you need, and notes on standard error.",
}
OURS = (
    "The platform could not play the first match; this is not your program's fault. "
    "Press “Build it again”; if it happens again, tell the organizers."
)

GAMES_FAULT = (
    "The first match was not played to its end: {reason}. The fault is in the game's program. "
    "The organizers have been notified. Press “Build it again” when the game has been fixed."
)


def opponent_of(version: BotVersion) -> BotVersion:
    """The proving house bot's version, one that is only built where none plays yet; the version
    itself while there is no such bot."""
    bot = version.bot
    for house in bot.played_game.house:
        if house.proving:
            proving = Bot.objects.filter(is_house=True, game=bot.game, name=house.name).first()
            built = proving and (
                proving.active_version or proving.versions.exclude(artifact="").first()
            )
            if built:
                return built
    return version


@receiver(version_built)
def send_to_first_match(sender: Any, version: BotVersion, **_: Any) -> None:
    ruleset = version.bot.played_game.rulesets[0]
    others = [opponent_of(version)] * (ruleset.seats - 1)
    match = create_match(version.bot.game, ruleset.name, Match.Kind.PROVING, [version, *others])
    if version.bot.is_house:
        match.priority = HOUSE
        match.save(update_fields=["priority"])


def judge_first_match(sender: Any, match: Match, **_: Any) -> None:
    if match.kind != Match.Kind.PROVING:
        return
    seat = match.seats.select_related("version__bot__owner").get(number=0)
    end = EndState(seat.end)
    if end is EndState.OK:
        bots.proved(seat.program)
        return
    # The public reason omits measured values.
    details = [fault["detail"] for fault in seat.faults if fault["kind"] == end]
    detail = details[-1] if details else seat.reason
    failure = (
        f"In its first match ({match}) your bot {end.words}: {detail}."
        if detail
        else f"In its first match ({match}) your bot {end.words}: no details."
    )
    advised = paragraph(failure, ADVICE.get(end, ""))
    bots.failed(seat.program, BotVersion.Step.PROVING, advised)


def explain_no_first_match(sender: Any, match: Match, **_: Any) -> None:
    if match.kind == Match.Kind.PROVING:
        version = match.seats.select_related("version__bot__owner").get(number=0).program
        by_game = match.fault_of == Match.FaultOf.GAME
        failure = GAMES_FAULT.format(reason=match.reason) if by_game else OURS
        bots.failed(version, BotVersion.Step.PROVING, failure, site_fault=True)
