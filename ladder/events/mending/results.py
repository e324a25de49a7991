"""The games that count after the result of a match of an event is taken back, or counts again.

`of_void` and `of_undo` read what would change.  The games are exchanged in the transaction in which
the match becomes void or counts again (`take_back`, `bring_back`), whoever has that done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, F, Q

from accounts.models import Viewer
from games.texts.sentences import paragraph, plural
from ladder.core.stages.encounters import surplus
from ladder.events.kinds.encounter_state import terms_at, terms_of
from ladder.events.kinds.registry import States
from ladder.events.kinds.state import Without
from ladder.events.mending import series_results
from ladder.events.models import EarlierGame, Encounter, EncounterGame, Event, SeriesGame, Stage
from ladder.events.permissions import may
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from matches.models import Match
from matches.services import withdraw

REPLACED = "This match does not count, because another game replaces it."
TAKEN_BACK = "This match does not count, because its stage was taken back and is played again."


@dataclass(frozen=True, slots=True)
class Exchange:
    """Ids of matches: ``away`` no longer count, ``back`` count again.

    ``following`` depend on a voided result, and are played again if another bot wins.
    """

    away: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    following: tuple[int, ...] = ()

    @property
    def without(self) -> Without:
        """The changes as `kinds.registry` takes them, to compute the tables afterwards."""
        return Without(matches=self.away, restored=self.back)


NO_EXCHANGE = Exchange()


def stage_of(match: Match) -> Stage | None:
    """The stage that a match is part of; None for a season's match, too."""
    stages = Stage.objects.select_related("event")
    return (
        stages.filter(encounters__games__match=match).first()
        or stages.filter(series__games__match=match).first()
        or stages.filter(earlier_games__match=match).first()
    )


def judged_stage(match: Match, user: Viewer) -> Stage | None:
    """The stage that a match is part of, for those whose role includes taking results back."""
    if not user.is_authenticated:
        return None
    stage = stage_of(match)
    return stage if stage is not None and may(user, stage.event, EventAct.JUDGE) else None


# Previews --------------------------------------------------------------------------------


def of_void(match: Match, states: States) -> Exchange:
    """The immediate changes of taking its result back."""
    game = _game(match)
    if isinstance(game, SeriesGame):
        return Exchange(away=tuple(each.match_id for each in series_results.from_here_on(game)))
    return Exchange(away=(match.pk,), following=_following(game, states)) if game else NO_EXCHANGE


def _following(game: EncounterGame, states: States) -> tuple[int, ...]:
    """Counted matches of the encounters to which the entrants of this one advanced."""
    row = game.encounter
    rows = states.groups(row.stage)[row.group].rows
    if not (keys := _after(row.key, rows)):
        return ()
    games = EncounterGame.objects.filter(encounter__in=[rows[key] for key in keys])
    return tuple(sorted(states.counting(row.stage) & set(games.values_list("match", flat=True))))


def _after(key: str, rows: Mapping[str, Encounter]) -> set[str]:
    """The keys of encounters that this one feeds, directly or indirectly."""
    later, left = set[str](), [key]
    while left:
        one = left.pop()
        fed = {row.key for row in rows.values() if any(feed and feed[0] == one for feed in row.of)}
        left += fed - later
        later |= fed
    return later


def of_undo(match: Match, states: States) -> Exchange:
    """The immediate changes of restoring a void result."""
    since, game = match.voided_at, _game(match)
    if since is None or game is None:
        return NO_EXCHANGE
    if isinstance(game, SeriesGame):
        later, own = series_results.from_here_on(game), series_results.taken_along(game)
        away, back = (tuple(each.match_id for each in games) for games in (later, own))
        return Exchange(away, back)
    stage, instead = game.encounter.stage, [e.match_id for e in _instead(game, since, states)]
    without = Without(matches=tuple(sorted(instead)), restored=(match.pk,))
    before, after = states.counting(stage), states.counting(stage, without)
    return Exchange(tuple(sorted({*instead} | (before - after))), tuple(sorted(after - before)))


def _instead(game: EncounterGame, since: datetime, states: States) -> list[EncounterGame]:
    """Games of its encounter made ``since`` that are surplus when this one counts."""
    row = game.encounter
    standing = list(row.games.filter(lost=False).exclude(pk=game.pk).select_related("match"))
    later = [each for each in standing if each.match.created >= since]
    there = [tuple(each.sides) for each in standing if each not in later]
    if not later:
        return []
    group = states.groups(row.stage)[row.group]
    left = surplus(
        terms_at(terms_of(row.stage, row.group, group.entries), group, row.key),
        tuple(row.entrants),
        [*there, tuple(game.sides)],
        [tuple(each.sides) for each in later],
    )
    return [later[at] for at in left]


# Whether it can be --------------------------------------------------------------------------------


def objection_to_void(match: Match) -> str:
    """Why its result cannot be voided; empty if it can."""
    if (game := _game(match)) is None:
        return _was_earlier(match)
    obsolete = isinstance(game, EncounterGame) and game.encounter.obsolete
    return REPLACED if game.lost or obsolete else objection_in(stage_of(match))


def objection_to_undo(match: Match) -> str:
    """Why its void cannot be undone; empty if it can."""
    if (game := _game(match)) is None:
        return _was_earlier(match)
    if isinstance(game, EncounterGame) and game.encounter.obsolete:
        return (
            f"{game.encounter.name} has other bots now, because an earlier result changed. "
            "Undo that change first."
        )
    if game.taken_back_with_id != match.pk:
        return REPLACED
    if isinstance(game, SeriesGame) and not series_results.rests_on_what_counts(game):
        return (
            f"The series was played again from a game before game {game.number}. Undo that first."
        )
    return objection_in(stage_of(match))


def _was_earlier(match: Match) -> str:
    return TAKEN_BACK if EarlierGame.objects.filter(match=match).exists() else ""


def version(event: Event) -> object:
    """A value that changes when results of an event do, or its entries after the start: counts of
    games and the times of corrections, in four queries."""
    met = EncounterGame.objects.filter(encounter__stage__event=event).order_by()
    series = SeriesGame.objects.filter(series__stage__event=event).order_by()
    stages = event.stages.order_by("pk").annotate(drawn=Count("encounters"))
    return [
        Event.objects.values_list("state", "corrected").get(pk=event.pk),
        list(stages.values_list("pk", "state", "started", "drawn", "season__revision")),
        *(
            sorted(rows.values_list(stage, "lost", "match__state").annotate(Count("pk")))
            for rows, stage in ((met, "encounter__stage"), (series, "series__stage"))
        ),
    ]


def objection_in(stage: Stage | None) -> str:
    """Why results of a stage cannot change; empty if they can."""
    if stage is None:
        return ""
    if stage.event.state == Event.State.ABORTED:
        return "The event was aborted, so its results can no longer change."
    return advancing.objection_to_reopening(stage) if stage.is_over else ""


# Doing it -----------------------------------------------------------------------------------------


_AGAIN = {
    0: "This game is played again.",
    1: "This game and the one after it are played again.",
}
_BACK = {0: "This game counts again.", 1: "This game and the one after it count again."}
_REPLACED = {
    False: (
        "The game that replaced it no longer counts.",
        "The {} games that replaced it no longer count.",
    ),
    True: (
        "The game that replaced them no longer counts.",
        "The {} games that replaced them no longer count.",
    ),
}
"""Whether several games count again; for one game that no longer does, and for several."""


def in_words(exchange: Exchange) -> str:
    """The effects of an exchange, in sentences; empty if nothing is exchanged."""
    if exchange.back:
        return _undone(exchange)
    if not exchange.away:
        return ""
    more, following = len(exchange.away) - 1, len(exchange.following)
    again = _AGAIN.get(more, f"This game and the {more} after it are played again.")
    if not following:
        return again
    one = "If another bot wins, the game after it is played again too."
    several = f"If another bot wins, the {following} games after it are played again too."
    return paragraph(again, plural(following, one, several))


def _undone(exchange: Exchange) -> str:
    more, away = len(exchange.back) - 1, len(exchange.away)
    back = _BACK.get(more, f"This game and the {more} after it count again.")
    if not away:
        return back
    one, several = _REPLACED[more > 0]
    return paragraph(back, plural(away, one, several.format(away)))


def take_back(matches: Collection[Match]) -> None:
    """Decisions by their results are open again, and other games are played.

    ValidationError, which leaves the results as they were, where that is too late.  Nothing follows
    from a match that is not a game of a stage as it is now.  For one of a season that is a stage,
    the matchmaker makes another: `ladder.core.matchmaking.even_pairing`.
    """
    _note_season(matches)
    met = EncounterGame.objects.filter(match__in=matches)
    series = SeriesGame.objects.filter(match__in=matches)
    stages = {*met.values_list("encounter__stage", flat=True)}
    stages |= {*series.values_list("series__stage", flat=True)}
    for pk in sorted(stages):
        stage = advancing.locked(pk)
        why = objection_in(stage)
        own = met.filter(encounter__stage=pk)
        if why or own.filter(Q(lost=True) | Q(encounter__obsolete=True)).exists():
            raise ValidationError(why or REPLACED)
        _open_again(stage, matches)
        own.update(lost=True, taken_back_with=F("match"))
        for game in series.filter(series__stage=pk).select_related("series").order_by("pk"):
            if game.lost:
                raise ValidationError(REPLACED)
            series_results.take_back(game)
        go_on(stage)


def bring_back(match: Match, since: datetime) -> None:
    """Restores the decisions by the result of a match that was void ``since`` then.

    ValidationError, which leaves it void, where that is too late.
    """
    _note_season([match])
    stage = _held(match)
    game = _game(match)
    if isinstance(game, SeriesGame):
        series_results.bring_back(game, since)
    elif game is not None:
        _give_up([each.pk for each in _instead(game, since, States())])
        game.lost, game.taken_back_with = False, None
        game.save(update_fields=["lost", "taken_back_with"])
        made = game.encounter.games.filter(match__created__gte=since, lost=True)
        made.update(taken_back_with=None)
    go_on(stage)


def _held(match: Match) -> Stage | None:
    """The stage of a void match, locked, and running again if it was finished."""
    stage = stage_of(match)
    if stage is not None:
        stage = advancing.locked(stage.pk)
    if why := objection_to_undo(match):
        raise ValidationError(why)
    if stage is not None:
        _open_again(stage, [match])
    return stage


def _open_again(stage: Stage, matches: Collection[Match]) -> None:
    """Let what follows from these matches of a locked stage be read from them again."""
    advancing.outdate(stage)
    stage.encounters.filter(games__match__in=matches).update(settled=None)
    if stage.is_over:
        advancing.reopen(stage)


def _give_up(pks: Collection[int]) -> None:
    games = EncounterGame.objects.filter(pk__in=pks)
    games.update(lost=True, taken_back_with=None)
    withdraw([game.match for game in games.select_related("match")], "A void result counts again.")


_changed: ContextVar[set[int] | None] = ContextVar("changed stages", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Each stage whose results change within moves once after the transaction, not once for each
    result."""
    stages = set[int]()
    token = _changed.set(stages)
    try:
        yield
    finally:
        _changed.reset(token)
    for pk in sorted(stages):
        transaction.on_commit(partial(advancing.move, pk), robust=True)


def go_on(stage: Stage | None) -> None:
    """Move a stage whose results have changed, after the transaction."""
    if stage is None:
        return
    advancing.note_correction(stage.event_id)
    if (stages := _changed.get()) is not None:
        stages.add(stage.pk)
    else:
        transaction.on_commit(partial(advancing.move, stage.pk), robust=True)


def _note_season(matches: Collection[Match]) -> None:
    """As `running.note_correction`, where a stage of an event is the season of the matches: after
    the transaction, which holds the season's lock."""
    stages = Stage.objects.filter(season__rated_matches__match__in=matches)
    for event in set(stages.values_list("event", flat=True)):
        transaction.on_commit(partial(advancing.note_correction, event), robust=True)


def _game(match: Match) -> EncounterGame | SeriesGame | None:
    """The game of a stage as it is now; None for other matches."""
    games = EncounterGame.objects.filter(match=match).select_related("encounter__stage__event")
    series = SeriesGame.objects.filter(match=match).select_related("series")
    return games.first() or series.first()
