"""What events and corrections do to a series: launch one, take games back, disqualify."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from bots.models import BotVersion
from ladder.addresses import free_slug
from ladder.entrants import freeze
from ladder.models import Series
from ladder.series import Plan, advance, keep_places, move, objection
from ladder.series_state import state_of
from matches import services as match_services


@transaction.atomic
def launch(plan: Plan, versions: Sequence[BotVersion], audience: str) -> Series:
    """A series that runs at once between these versions, for the stage of an event.

    It may have more entrants than a game has seats.  ValidationError where it cannot begin.
    """
    series = Series.objects.create(
        slug=free_slug(plan.name, "series"),
        name=plan.name[:60],
        game=plan.game,
        ruleset=plan.ruleset,
        winners=plan.winners,
        most_games=plan.most_games,
        patience=plan.patience,
        state=Series.State.RUNNING,
        started=timezone.now(),
        audience=audience,
    )
    freeze(series, versions)
    if why := objection(series):
        raise ValidationError(why)
    advance(series.pk)
    return series


def take_back(series: Series, number: int) -> None:
    """Play a series again from a game on, as if this one and all later ones had not been.

    What waits or runs of them is withdrawn; a series that had ended goes on.
    """
    with transaction.atomic():
        series = Series.objects.select_for_update().get(pk=series.pk)
        later = series.games.filter(lost=False, number__gte=number).select_related("match")
        matches = [game.match for game in later]
        later.update(lost=True)
        series.entries.update(place=None, won=False)
        if series.state == Series.State.FINISHED:
            series.state, series.ended = Series.State.RUNNING, None
            series.save(update_fields=["state", "ended"])
        match_services.withdraw(matches, "The series goes on from an earlier game.")
        transaction.on_commit(lambda: move(series.pk))


@transaction.atomic
def set_out(series: Series, numbers: Collection[int], *, final: bool = False) -> None:
    """Say which entrants are disqualified, now.

    A game of theirs that waits or runs is withdrawn.  A series that had ended goes on where that
    leaves it without enough winners, unless its end is ``final``.
    """
    series = Series.objects.select_for_update().get(pk=series.pk)
    series.entries.filter(guest=False).exclude(number__in=numbers).update(out=False)
    series.entries.filter(guest=False, number__in=numbers).update(out=True)
    now = series.games.filter(lost=False).select_related("match").order_by("-number").first()
    if now is not None and not now.match.is_over and set(now.seating) & set(numbers):
        match_services.withdraw([now.match], "One of its bots was disqualified.")
    if series.state == Series.State.FINISHED and not final:
        series.entries.update(place=None, won=False)
        series.state, series.ended = Series.State.RUNNING, None
        series.save(update_fields=["state", "ended"])
    if final:
        keep_places(series, state_of(series))
    else:
        transaction.on_commit(lambda: move(series.pk))
