"""The matches of an event that a person may see, each with its stage and encounter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.urls import reverse

from bots.models import Bot
from ladder.events.kinds.games import StageGame, within
from ladder.events.kinds.registry import kind_of
from ladder.events.models import EarlierGame, EncounterGame, SeriesGame, Stage, StageEntry
from ladder.events.models.labels import group_letter
from ladder.events.reading.viewer import EventViewer
from ladder.models import RatedMatch
from matches.models import Match, MatchQuerySet, Seat

IS_REPLACED = (
    Q(event_game__lost=True)
    | Q(event_game__encounter__obsolete=True)
    | Q(event_game__isnull=False, voided_at__isnull=False)
    | Q(series_game__lost=True)
    | Q(series_game__isnull=False, voided_at__isnull=False)
    | Q(earlier_game__isnull=False)
)
"""Matches that do not count in their event or series, because another game replaces them: void
ones, games voided along with one, games without a result, games that lost their place when a void
was undone, and those of stages that were taken back."""
VOID, REPLACED, DECIDED = "void", "replaced", "decided"
MARKS: dict[str, Q] = {
    VOID: Q(voided_at__isnull=False),
    REPLACED: IS_REPLACED,
    DECIDED: Q(event_game__encounter__awarded__isnull=False, event_game__encounter__obsolete=False),
}
"""Marks of games, each with the filter that finds marked matches."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match with its encounter or series.

    ``group`` is a letter, empty if the stage has one group.  ``encounter`` is empty in a series.
    ``title`` names stage, group, encounter and game.  ``lost``: the result does not count.
    ``decided`` is the reason if the organizers decided the encounter, so that its games do not
    count; else empty.
    """

    match: Match
    stage: str
    group: str
    encounter: str
    game: int
    title: str
    url: str
    lost: bool
    decided: str = ""

    @property
    def marks(self) -> list[str]:
        """The reasons why a game does not count, of `MARKS`."""
        void = self.match.voided_at is not None
        applying = ((VOID, void), (REPLACED, self.lost), (DECIDED, bool(self.decided)))
        return [name for name, is_so in applying if is_so]


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """Which matches of an event to list.

    ``stage`` is a key, ``group`` counts from 0, ``state`` is a state of matches or a mark, and
    ``bot`` is a name or ``owner/name``; empty values and None filter nothing.
    """

    stage: str = ""
    group: int | None = None
    round: int | None = None
    state: str = ""
    bot: str = ""


def stages_with_matches(viewer: EventViewer) -> list[Stage]:
    """The stages with visible matches of their own: seasons of the ladder have none."""
    return [stage for stage in viewer.opened if kind_of(stage).own_matches]


def group_count(stages: Sequence[Stage]) -> int:
    """The number of groups of the stage that has most."""
    rows = StageEntry.objects.filter(stage__in=stages)
    return (rows.aggregate(last=Max("group"))["last"] or 0) + 1


def wanted_matches(viewer: EventViewer, wanted: MatchQuery) -> MatchQuerySet:
    """The visible matches that pass the filters, newest first."""
    stages = [s for s in stages_with_matches(viewer) if wanted.stage in ("", s.key)]
    if wanted.group is not None:
        stages = [stage for stage in stages if stage.has_groups]
    which = within(stages, wanted.group, wanted.round)
    matches = Match.objects.for_lists().visible_to(viewer.user).filter(which).order_by("-pk")
    if wanted.state:
        matches = matches.filter(MARKS.get(wanted.state, Q(state=wanted.state)))
    if wanted.bot:
        matches = matches.of_bots(Bot.objects.called(wanted.bot))
    return matches


def of_event(viewer: EventViewer) -> Q:
    """A filter for matches of the visible stages, those of its seasons of the ladder, too."""
    seasons = [stage.season_id for stage in viewer.seen if not kind_of(stage).own_matches]
    return within(stages_with_matches(viewer)) | Q(rated__season__in=seasons)


def played(viewer: EventViewer, matches: Sequence[Match]) -> list[MatchRow]:
    """The matches with their encounters and series, in a fixed number of queries."""
    pks = [match.pk for match in matches]
    stages = {stage.pk: stage for stage in viewer.stages}
    games = EncounterGame.objects.filter(match__in=pks).select_related("encounter")
    of_encounter = {game.match_id: game for game in games}
    rows = SeriesGame.objects.filter(match__in=pks).select_related("series")
    of_series = {game.match_id: game for game in rows}
    of_earlier = {game.match_id: game for game in EarlierGame.objects.filter(match__in=pks)}
    gone = replaced(pks)
    lines = []
    for match in matches:
        lost = match.pk in gone
        if (game := of_encounter.get(match.pk)) is not None:
            lines.append(_of_encounter(match, game, stages[game.encounter.stage_id], lost=lost))
        elif (one := of_series.get(match.pk)) is not None:
            lines.append(_of_series(match, one, stages[one.series.stage_id], lost=lost))
        elif (gone_by := of_earlier.get(match.pk)) is not None:
            lines.append(_of_earlier(match, gone_by, stages[gone_by.stage_id]))
    return lines


def replaced(matches: Collection[int]) -> frozenset[int]:
    """Ids of those of these matches that another game replaces."""
    known = Match.objects.filter(IS_REPLACED, pk__in=matches)
    return frozenset(known.values_list("pk", flat=True))


def _of_encounter(match: Match, game: EncounterGame, stage: Stage, *, lost: bool) -> MatchRow:
    row = game.encounter
    row.stage = stage
    url = reverse("event-encounter", args=[stage.event.slug, stage.key, row.pk])
    return MatchRow(
        match=match,
        stage=stage.name,
        group=_letter(stage, row.group),
        encounter=row.name,
        game=game.number,
        title=f"{row.title}, game {game.number}",
        url=url,
        lost=lost,
        decided=row.award_reason if row.awarded is not None and not row.obsolete else "",
    )


def _of_series(match: Match, game: SeriesGame, stage: Stage, *, lost: bool) -> MatchRow:
    game.series.stage = stage
    return MatchRow(
        match=match,
        stage=stage.name,
        group=_letter(stage, game.series.group),
        encounter="",
        game=game.number,
        title=game.title,
        url=game.series.get_absolute_url(),
        lost=lost,
    )


def _of_earlier(match: Match, game: EarlierGame, stage: Stage) -> MatchRow:
    game.stage = stage
    return MatchRow(
        match=match,
        stage=stage.name,
        group=_letter(stage, game.group),
        encounter=game.name,
        game=game.number,
        title=game.title,
        url=stage.get_absolute_url(),
        lost=True,
    )


def _letter(stage: Stage, group: int) -> str:
    return group_letter(group) if stage.has_groups else ""


def games_of(viewer: EventViewer, stage: Stage) -> Iterator[StageGame]:
    """Every match of a stage that is shown, read in batches; also those that do not count, last
    those from before the stage was taken back."""
    return kind_of(stage).games(stage, viewer.rounds(stage))


def most_seats(stages: Sequence[Stage]) -> int:
    """The number of seats of the largest game of these stages."""
    series = SeriesGame.objects.filter(series__stage__in=stages).values("match")
    rated = RatedMatch.objects.filter(season__event_stages__in=stages).values("match")
    every = (
        Seat.objects.filter(match__event_game__encounter__stage__in=stages),
        Seat.objects.filter(match__in=series),
        Seat.objects.filter(match__earlier_game__stage__in=stages),
        Seat.objects.filter(match__in=rated),
    )
    tops = [seats.aggregate(top=Max("number"))["top"] for seats in every]
    return max(0 if top is None else top + 1 for top in tops)
