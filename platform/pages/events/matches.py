"""The matches of an event that a person may see, each with its stage and encounter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Max, Q
from django.http import QueryDict
from django.urls import reverse

from bots.models import Bot
from ladder.core.contest.plan import Kind
from ladder.events.labels import group_letter
from ladder.events.models import EncounterGame, Stage, StageEntry
from ladder.events.reading.viewer import EventViewer
from ladder.events.results import IS_REPLACED, replaced
from ladder.models import SeriesGame
from matches.models import Match
from pages.frame import queries

VOID, REPLACED = "void", "replaced"
MARKS: dict[str, Q] = {
    VOID: Q(voided_at__isnull=False),
    REPLACED: IS_REPLACED,
}
"""Marks of games, each with the filter that finds marked matches."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match with its encounter or series.

    ``group`` is a letter, empty if the stage has one group.  ``encounter`` is empty in a series.
    ``words`` names stage, group, encounter and game.  ``lost``: the result does not count.
    """

    match: Match
    stage: str
    group: str
    encounter: str
    game: int
    words: str
    url: str
    lost: bool

    @property
    def marks(self) -> list[str]:
        """The reasons why a game does not count: `VOID`, `REPLACED` or both."""
        void = self.match.voided_at is not None
        return [name for name, is_so in ((VOID, void), (REPLACED, self.lost)) if is_so]


class EventMatchFilter(forms.Form):
    """Filters of the match list.  An invalid value is reported and filters nothing."""

    stage = forms.ChoiceField(required=False)
    group = forms.ChoiceField(required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=9999)
    bot = forms.CharField(
        required=False, max_length=61, widget=forms.TextInput({"placeholder": "name or owner/name"})
    )
    state = forms.ChoiceField(
        choices=[("", "all"), *Match.State.choices, (VOID, "void"), (REPLACED, "replaced games")],
        required=False,
    )

    def __init__(self, data: QueryDict, viewer: EventViewer) -> None:
        super().__init__(data)
        self.viewer = viewer
        self.offered = [stage for stage in viewer.seen if stage.kind is not Kind.LADDER]
        self._offer("stage", [(stage.key, stage.name) for stage in self.offered])
        rows = StageEntry.objects.filter(stage__in=self.offered)
        last = rows.aggregate(last=Max("group"))["last"] or 0
        if last:
            letters = [(str(number + 1), group_letter(number)) for number in range(last + 1)]
            self._offer("group", letters)
        else:
            del self.fields["group"]

    def _offer(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        self.fields[name].choices = [("", "all"), *choices]  # type: ignore[attr-defined]

    def matches(self) -> Any:
        """The matches that pass the filters, newest first."""
        self.is_valid()
        wanted = self.cleaned_data
        key = wanted.get("stage")
        stages = [each for each in self.offered if not key or each.key == key]
        group = int(wanted["group"]) - 1 if wanted.get("group") else None
        if group is not None:
            stages = [stage for stage in stages if stage.has_groups]
        which = within(stages, group, wanted.get("round"))
        found = queries.shown_to(self.viewer.user).filter(which).order_by("-pk")
        if state := wanted.get("state"):
            found = found.filter(MARKS.get(state, Q(state=state)))
        if words := wanted.get("bot", "").strip():
            found = found.of_bots(Bot.objects.called(words))
        return found

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


def within(stages: Sequence[Stage], group: int | None = None, number: int | None = None) -> Q:
    """A filter for matches of these stages, optionally of one group or round.

    Games of a series have no round.
    """
    games = EncounterGame.objects.filter(encounter__stage__in=stages)
    series = SeriesGame.objects.filter(series__of_stage__stage__in=stages)
    if group is not None:
        games = games.filter(encounter__group=group)
        series = series.filter(series__of_stage__group=group)
    if number is not None:
        games, series = games.filter(encounter__round=number), series.none()
    return Q(pk__in=games.values("match")) | Q(pk__in=series.values("match"))


def played(viewer: EventViewer, matches: Sequence[Match]) -> list[Played]:
    """The matches with their encounters and series, in a fixed number of queries."""
    pks = [match.pk for match in matches]
    stages = {stage.pk: stage for stage in viewer.stages}
    games = EncounterGame.objects.filter(match__in=pks).select_related("encounter")
    of_encounter = {game.match_id: game for game in games}
    rows = SeriesGame.objects.filter(match__in=pks).select_related("series__of_stage")
    of_series = {game.match_id: game for game in rows}
    gone = replaced(pks)
    found = []
    for match in matches:
        lost = match.pk in gone
        if (game := of_encounter.get(match.pk)) is not None:
            found.append(_of_encounter(match, game, stages[game.encounter.stage_id], lost=lost))
        elif (one := of_series.get(match.pk)) is not None:
            found.append(_of_series(match, one, stages[one.series.of_stage.stage_id], lost=lost))
    return found


def _of_encounter(match: Match, game: EncounterGame, stage: Stage, *, lost: bool) -> Played:
    row = game.encounter
    row.stage = stage
    url = reverse("event-encounter", args=[stage.event.slug, stage.key, row.pk])
    return Played(
        match=match,
        stage=stage.name,
        group=_letter(stage, row.group),
        encounter=row.name,
        game=game.number,
        words=f"{row.words}, game {game.number}",
        url=url,
        lost=lost,
    )


def _of_series(match: Match, game: SeriesGame, stage: Stage, *, lost: bool) -> Played:
    group = game.series.of_stage.group
    url = f"{stage.get_absolute_url()}?group={group + 1}" if group else stage.get_absolute_url()
    return Played(
        match=match,
        stage=stage.name,
        group=_letter(stage, group),
        encounter="",
        game=game.number,
        words=stage.words(group, f"Game {game.number}"),
        url=url,
        lost=lost,
    )


def _letter(stage: Stage, group: int) -> str:
    return group_letter(group) if stage.has_groups else ""
