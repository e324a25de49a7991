"""The ladder hears of matches that end here, inside the transaction in which they do."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.dispatch import receiver

from bots import artifacts
from bots.models import Bot, BotVersion
from bots.signals import version_activated
from ladder import failures, series
from ladder.models import Series, SeriesEntry, SeriesGame
from ladder.ratings import counting
from matches.models import Match
from matches.signals import match_finished, match_released, match_restored, match_voided


@artifacts.needed
def of_series() -> QuerySet[SeriesEntry, Any]:
    """Versions that were fixed for a series which is not over."""
    over = (Series.State.FINISHED, Series.State.ABORTED)
    going = SeriesEntry.objects.exclude(series__state__in=over)
    return going.exclude(version=None).values("version")


@receiver(match_finished, dispatch_uid="ladder.count")
def count_result(sender: type[Match], match: Match, **_: Any) -> None:
    counting.count(match)
    failures.look(match)


@receiver(match_voided, dispatch_uid="ladder.withdraw")
def withdraw_result(sender: type[Match], match: Match, **_: Any) -> None:
    counting.withdraw(match)


@receiver(match_restored, dispatch_uid="ladder.reinstate")
def reinstate_result(sender: type[Match], match: Match, **_: Any) -> None:
    counting.reinstate(match)


@receiver(version_activated, dispatch_uid="ladder.expect")
def expect_version(sender: object, bot: Bot, version: BotVersion, **_: Any) -> None:
    counting.expect(bot, version)


@receiver((match_finished, match_released), dispatch_uid="ladder.series")
def move_series(sender: type[Match], match: Match, **_: Any) -> None:
    """After the transaction: what goes wrong with the series is no fault of the match."""
    if match.kind != Match.Kind.SERIES:
        return
    for pk in SeriesGame.objects.filter(match=match).values_list("series", flat=True):
        transaction.on_commit(lambda pk=pk: series.move(pk), robust=True)  # type: ignore[misc]
