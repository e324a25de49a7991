"""Verbs on series: plan, start, pause, resume, abort; and going on by themselves.

`advance` is all that moves a series: it takes up what has been played and makes the next game.
It is called when a match of a series ends, and by a heartbeat, so that nothing is lost with a
worker; and it may be called at any time by anybody, as the row of the series is its lock.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from arbiter import texts
from audit import services as audit
from bots.models import Bot
from games.registry import GAMES
from ladder.addresses import free_slug
from ladder.core import rating as scale
from ladder.core import series as rules
from ladder.core.series import PATIENCE, State
from ladder.entrants import freeze, ruleset_of
from ladder.models import Rating, Series, SeriesEntry, SeriesGame
from ladder.ratings import results
from ladder.seasons.current import current_season
from ladder.series_state import state_of
from maps.pools import generates, pool
from matches import services as match_services
from matches.models import Match
from matches.seating import Terms as SeatTerms
from matches.services import create_match
from rulesets.catalogue import offered

if TYPE_CHECKING:
    from datetime import datetime

    from bots.models import Viewer
    from maps.models import Map

logger = logging.getLogger(__name__)

MOST_TRIES = 3
"""A game that had no result so often in a row stops the series until organizers look at it."""
LONGEST = 1000
"""Games that a series may be planned with."""
MOST_PATIENCE = 100
REFUSAL = "Only organizers may do this."


@dataclass(frozen=True)
class Plan:
    """An organizer's request. Either ``bots`` or the ``top`` of the ladder take part.

    ``most_games`` 0 is `ladder.core.series.bound`.  ``starts`` is None for a series that waits to
    be started.
    """

    name: str
    game: str
    ruleset: str
    winners: int
    bots: Sequence[Bot] = ()
    top: int = 0
    most_games: int = 0
    patience: int = PATIENCE
    starts: datetime | None = None


# Acts of organizers -------------------------------------------------------------------------------


@transaction.atomic
def create(by: Viewer, plan: Plan) -> Series:
    """A planned series.  ValidationError where it could not be played, by the fields of `Plan`."""
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied(REFUSAL)
    _check(plan)
    series = Series.objects.create(
        slug=free_slug(plan.name, "series"),
        name=plan.name.strip(),
        game=plan.game,
        ruleset=plan.ruleset,
        winners=plan.winners,
        most_games=plan.most_games or rules.bound(plan.top or len(plan.bots), plan.winners),
        patience=plan.patience,
        top=plan.top,
        starts=plan.starts,
        created_by=by,
    )
    SeriesEntry.objects.bulk_create(
        SeriesEntry(series=series, number=number, bot=bot) for number, bot in enumerate(plan.bots)
    )
    audit.record(by, series, "planned")
    return series


def _check(plan: Plan) -> None:
    found = ruleset_of(plan.game, plan.ruleset)
    if found is None or found not in offered(GAMES[plan.game]):
        raise ValidationError(
            {"ruleset": "This site has no series with these rules. Choose other rules."}
        )
    if not plan.name.strip():
        raise ValidationError({"name": "Enter a name."})
    texts.require_lines(name=plan.name.strip())
    if bool(plan.bots) == bool(plan.top):
        raise ValidationError(
            {"bots": "Choose either bots or a number of first bots of the ladder."}
        )
    if len({bot.pk for bot in plan.bots}) < len(plan.bots):
        raise ValidationError({"bots": "A bot is listed twice. List each bot once."})
    if any(bot.game != plan.game for bot in plan.bots):
        raise ValidationError({"bots": "All bots must play this game."})
    entrants = plan.top or len(plan.bots)
    if not 2 <= entrants <= found.seats:
        raise ValidationError(
            {"top" if plan.top else "bots": f"Choose from 2 to {found.seats} bots."}
        )
    if not 1 <= plan.winners < entrants:
        words = f"Of {entrants} bots, at most {entrants - 1} can win. Enter a smaller number."
        raise ValidationError({"winners": words})
    if not 0 <= plan.most_games <= LONGEST:
        raise ValidationError({"most_games": f"Enter a number from 1 to {LONGEST}, or 0."})
    if not 1 <= plan.patience <= MOST_PATIENCE:
        raise ValidationError({"patience": f"Enter a number from 1 to {MOST_PATIENCE}."})
    if plan.starts is not None and plan.starts <= timezone.now():
        raise ValidationError({"starts": "This time has passed. Choose a later one."})


@transaction.atomic
def start(series: Series, by: Viewer | None = None) -> None:
    """Fix who takes part with which version, and make the first game.

    ``by`` is None where its time has come.  ValidationError with the reason where it cannot begin.
    """
    if by is not None and not (by.is_authenticated and by.is_staff):
        raise PermissionDenied(REFUSAL)
    series = Series.objects.select_for_update().get(pk=series.pk)
    if series.state != Series.State.PLANNED:
        raise ValidationError("Only a planned series can be started.")
    freeze(series)
    if why := objection(series):
        raise ValidationError(why)
    series.state, series.started, series.trouble = Series.State.RUNNING, timezone.now(), ""
    series.save(update_fields=["state", "started", "trouble"])
    if by is not None and by.is_authenticated:
        audit.record(by, series, "started")
    advance(series.pk)


def pause(series: Series, by: Viewer, reason: str) -> None:
    """No new games from now on; one that waits or runs is still played and counts."""
    _set_paused(series, by, reason, paused=True)


def resume(series: Series, by: Viewer, reason: str) -> None:
    """Let it go on."""
    _set_paused(series, by, reason, paused=False)
    move(series.pk)


@transaction.atomic
def _set_paused(series: Series, by: Viewer, reason: str, *, paused: bool) -> None:
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied(REFUSAL)
    changed = Series.objects.running().filter(pk=series.pk, paused=not paused)
    if not changed.update(paused=paused, trouble=""):
        words = "is not paused" if not paused else "is not running, or is already paused"
        raise ValidationError(f"The series {words}.")
    audit.record(by, series, "paused" if paused else "resumed", reason.strip())


def abort(series: Series, by: Viewer, reason: str) -> None:
    """End it without winners, with the match that waits or runs."""
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied(REFUSAL)
    with transaction.atomic():
        open_ended = Series.objects.filter(
            pk=series.pk, state__in=(Series.State.PLANNED, Series.State.RUNNING)
        )
        ended = {"state": Series.State.ABORTED, "ended": timezone.now()}
        if not open_ended.update(**ended, trouble=reason.strip()[:500]):
            raise ValidationError("The series has ended, so it cannot be aborted.")
        audit.record(by, series, "aborted", reason.strip())
    states = (Match.State.QUEUED, Match.State.RUNNING)
    for match in Match.objects.filter(series_game__series=series, state__in=states):
        try:
            match_services.abort(match, by, reason)
        except ValidationError:
            logger.info("%s ended before it could be aborted", match)


# Going on ----------------------------------------------------------------------------------------


@transaction.atomic
def advance(pk: int) -> SeriesGame | None:
    """Take up what has been played; the next game, where one was made.

    A game whose match was aborted or given up has no result: it is played again on a new seed.
    """
    series = Series.objects.select_for_update().get(pk=pk)
    if series.state != Series.State.RUNNING:
        return None
    now = series.games.filter(lost=False).select_related("match").order_by("-number").first()
    if now is not None and not now.match.is_over:
        return None
    if now is not None and now.match.state != Match.State.FINISHED:
        _lose(series, now)
    state = state_of(series)
    if state.end is not None:
        series.state, series.ended = Series.State.FINISHED, timezone.now()
        series.paused, series.trouble = False, ""
        series.save(update_fields=["state", "ended", "paused", "trouble"])
        keep_places(series, state)
        return None
    if not series.paused and (why := objection(series) or _no_guest(series, state)):
        _halt(series, why)
    return None if series.paused else _next_game(series, state)


def keep_places(series: Series, state: State) -> None:
    entries = {entry.number: entry for entry in series.entries.filter(guest=False)}
    for line in rules.standings(state):
        entries[line.entrant].place, entries[line.entrant].won = line.place, line.won
    SeriesEntry.objects.bulk_update(entries.values(), ["place", "won"])


def _lose(series: Series, game: SeriesGame) -> None:
    game.lost = True
    game.save(update_fields=["lost"])
    tries = series.games.filter(number=game.number).count()
    if tries % MOST_TRIES == 0:
        why = game.match.failure or game.match.get_state_display()
        _halt(series, f"Game {game.number} had no result {tries} times. Last reason: {why}")


def _halt(series: Series, why: str) -> None:
    series.paused, series.trouble = True, why[:500]
    series.save(update_fields=["paused", "trouble"])
    logger.warning("%s is paused: %s", series, why)


def objection(series: Series) -> str:
    """Why no game can be played now, for organizers; empty where one can."""
    found = ruleset_of(series.game, series.ruleset)
    if found is None:
        return "This site no longer has the game or its ruleset."
    if not generates(series.game, series.ruleset) and not pool(series.game, series.ruleset):
        return "The ruleset's pool has no map."
    return ""


def _no_guest(series: Series, state: State) -> str:
    """As `objection`, of seats that are empty now."""
    if None in (rules.next_seating(state) or ()) and not series.entries.filter(guest=True).exists():
        return "There is no house bot to fill an empty seat."
    return ""


def _next_game(series: Series, state: State) -> SeriesGame:
    seating = rules.next_seating(state)
    assert seating is not None, "the series goes on"
    entries = {e.number: e for e in series.entries.select_related("version__bot")}
    guests = [entry.number for entry in entries.values() if entry.guest]
    turn = state.played
    seated = []
    for entrant in seating:
        if entrant is None:
            entrant, turn = guests[turn % len(guests)], turn + 1
        seated.append(entrant)
    versions = [entries[number].version for number in seated]
    handicaps = rules.handicaps(state, seating)
    ratings = _ratings(series, [entries[number] for number in seated])
    match = create_match(
        series.game,
        series.ruleset,
        Match.Kind.SERIES,
        [version for version in versions if version is not None],
        requested_by=series.created_by,
        board=_board(series, state.played),
        terms=[SeatTerms(h, r) for h, r in zip(handicaps, ratings, strict=True)],
    )
    if series.audience != match.audience:
        Match.objects.filter(pk=match.pk).update(audience=series.audience)
    return SeriesGame.objects.create(
        series=series, number=state.played + 1, match=match, seating=seated
    )


def _board(series: Series, played: int) -> Map | None:
    """The maps of the pool by turns; None where it has none, so that one is generated."""
    boards = pool(series.game, series.ruleset)
    return boards[played % len(boards)] if boards else None


def _ratings(series: Series, entries: Sequence[SeriesEntry]) -> list[float | None]:
    """In points, of the running season; a bot that it does not know has those of a newcomer."""
    season = current_season(series.game, series.ruleset)
    if season is None:
        return [None] * len(entries)
    bots = {entry.bot_id for entry in entries}
    rows = Rating.objects.filter(season=season, bot__in=bots).select_related("version")
    known = {row.bot_id: row for row in rows}
    found: list[float | None] = []
    for entry in entries:
        row = known.get(entry.bot_id)
        mu = results.belief(row, entry.version)[0] if row else scale.MU
        found.append(scale.points(mu))
    return found


def beat() -> None:
    """Start what is due, and move what nothing else has moved."""
    due = Series.objects.filter(state=Series.State.PLANNED, starts__lte=timezone.now())
    for series in due:
        try:
            start(series)
        except ValidationError as error:
            trouble = " ".join(error.messages)[:500]
            waiting = Series.objects.filter(pk=series.pk, state=Series.State.PLANNED)
            if waiting.exclude(trouble=trouble).update(trouble=trouble):
                logger.warning("%s could not be started: %s", series, trouble)
    for pk in Series.objects.running().values_list("pk", flat=True):
        move(pk)


def move(pk: int) -> None:
    """`advance`, for callers to whom its failure is nothing: the next heartbeat tries again."""
    try:
        advance(pk)
    except Exception:
        logger.exception("series %d could not go on", pk)
