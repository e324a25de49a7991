"""Acts of events and corrections on a series: launch one, take games back, disqualify."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from bots.models import BotVersion
from ladder.addresses import free_slug
from ladder.core.series import bound
from ladder.entrants import freeze
from ladder.models import Series, SeriesGame
from ladder.series import Plan, advance, keep_places, move, objection
from ladder.series_state import state_of
from matches import services as match_services
from matches.models import Match


@transaction.atomic
def launch(
    plan: Plan,
    versions: Sequence[BotVersion],
    audience: str,
    qualified: Collection[int] = (),
) -> Series:
    """A series that runs at once between these versions, for the stage of an event.

    It may have more entrants than a game has seats.  The wins of the ``qualified``, by number, do
    not count towards the winners.  ValidationError where it cannot begin.
    """
    series = Series.objects.create(
        slug=free_slug(plan.name, "series"),
        name=plan.name[:60],
        game=plan.game,
        ruleset=plan.ruleset,
        winners=plan.winners,
        most_games=plan.most_games or bound(len(versions), plan.winners + len(qualified)),
        patience=plan.patience,
        state=Series.State.RUNNING,
        started=timezone.now(),
        audience=audience,
    )
    freeze(series, versions)
    series.entries.filter(guest=False, number__in=qualified).update(qualified=True)
    if why := objection(series):
        raise ValidationError(why)
    advance(series.pk)
    return series


def from_here_on(game: SeriesGame) -> list[SeriesGame]:
    """The games of a series that count, wait or run, from this one's number on."""
    later = game.series.games.filter(lost=False, number__gte=game.number)
    return list(later.select_related("match").order_by("number"))


def taken_along(game: SeriesGame) -> list[SeriesGame]:
    """The games that count again where a void one does: itself, and the results that it took along
    when it was voided."""
    own = game.series.games.filter(taken_back_with=game.match_id, lost=True)
    rows = own.filter(match__state=Match.State.FINISHED).order_by("number")
    return list(rows.select_related("match"))


def rests_on_what_counts(game: SeriesGame) -> bool:
    """Whether the game before it that counts is the one that it was played after."""
    if game.number == 1:
        return True
    before = game.series.games.filter(lost=False, number=game.number - 1)
    return before.filter(match__created__lt=game.match.created).exists()


def objection_to_change(match: Match) -> str:
    """Why a result of a series that stands alone stays as it is; empty where it need not."""
    aborted = SeriesGame.objects.filter(match=match, series__state=Series.State.ABORTED)
    words = "The series was aborted, so its results can no longer change."
    return words if aborted.exists() else ""


def take_back(game: SeriesGame) -> None:
    """Play a series again from a game on that is void, as if all later ones had not been either.

    Their waiting and running games are withdrawn; a finished series continues.
    """
    with transaction.atomic():
        series = Series.objects.select_for_update().get(pk=game.series_id)
        later = from_here_on(game)
        rows = series.games.filter(pk__in=[each.pk for each in later])
        rows.update(lost=True, taken_back_with=game.match_id)
        _go_on(series, [each.match for each in later])


def bring_back(game: SeriesGame, since: datetime) -> None:
    """Let a game that was void ``since`` then count again, with the results that it took along.

    Later games with these numbers do not count, and cannot be restored.
    """
    with transaction.atomic():
        series = Series.objects.select_for_update().get(pk=game.series_id)
        later, back = from_here_on(game), taken_along(game)
        made = series.games.filter(number__gte=game.number, match__created__gte=since)
        gone = made | series.games.filter(pk__in=[each.pk for each in later])
        gone.update(lost=True, taken_back_with=None)
        series.games.filter(taken_back_with=game.match_id).update(taken_back_with=None)
        series.games.filter(pk__in=[each.pk for each in back]).update(lost=False)
        _go_on(series, [each.match for each in later])


def _go_on(series: Series, needless: Sequence[Match]) -> None:
    series.entries.update(place=None, won=False)
    if series.state == Series.State.FINISHED:
        series.state, series.ended = Series.State.RUNNING, None
        series.save(update_fields=["state", "ended"])
    match_services.withdraw(needless, "The series continues from an earlier game.")
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
