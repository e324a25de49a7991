"""Handlers of matches that end, inside the transaction in which they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from bots.models import Bot, BotVersion
from bots.signals import sparring_withdrawn, version_activated
from ladder import failures, starts
from ladder.ratings import counting
from ladder.sparring import services as sparring
from ladder.statistics import fairness_reports, rivals_reports
from matches.models import Match


def count_result(sender: type[Match], match: Match, play_sha256: str = "", **_: Any) -> None:
    if match.kind != Match.Kind.LADDER:
        return
    if not starts.set_aside(match, play_sha256):
        counting.count(match)
    failures.look(match)


def withdraw_results(sender: type[Match], matches: Sequence[Match], **_: Any) -> None:
    counting.withdraw(matches)
    fairness_reports.outdate(matches)
    rivals_reports.outdate(matches)


def reinstate_results(sender: type[Match], matches: Sequence[Match], **_: Any) -> None:
    counting.reinstate(matches)
    fairness_reports.outdate(matches)
    rivals_reports.outdate(matches)


@receiver(version_activated, dispatch_uid="ladder.expect")
def expect_version(sender: object, bot: Bot, version: BotVersion, **_: Any) -> None:
    counting.expect(bot, version)


@receiver(sparring_withdrawn, dispatch_uid="ladder.end_sparring")
def end_sparring(sender: object, bot: Bot, **_: Any) -> None:
    sparring.withdraw_stale()
