"""The matches of an event that a person may see, each with what it was played for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse

from bots.models import Bot
from ladder.core.contest.plan import Kind
from ladder.events.models import EncounterGame, Stage
from ladder.models import SeriesGame
from matches.models import Match
from pages import queries
from pages.event_sight import Sight


@dataclass(frozen=True, slots=True)
class Played:
    """A match with the encounter or the series that it belongs to, and where that is shown."""

    match: Match
    stage: str
    words: str
    url: str
    lost: bool


class EventMatchFilter(forms.Form):
    """Which matches to list.  A value that makes no sense is said so and filters nothing."""

    stage = forms.ChoiceField(required=False)
    bot = forms.CharField(
        required=False, max_length=61, widget=forms.TextInput({"placeholder": "name or owner/name"})
    )
    state = forms.ChoiceField(choices=[("", "all"), *Match.State.choices], required=False)

    def __init__(self, data: QueryDict, sight: Sight) -> None:
        super().__init__(data)
        self.sight = sight
        self.offered = [stage for stage in sight.seen if stage.kind is not Kind.LADDER]
        choices = [("", "all"), *((stage.key, stage.name) for stage in self.offered)]
        self.fields["stage"].choices = choices  # type: ignore[attr-defined]

    def matches(self) -> Any:
        """Those that pass, the newest first."""
        self.is_valid()
        wanted = self.cleaned_data
        key = wanted.get("stage")
        found = matches_of(self.sight, [s for s in self.offered if not key or s.key == key])
        if state := wanted.get("state"):
            found = found.filter(state=state)
        if words := wanted.get("bot", "").strip():
            found = found.of_bots(Bot.objects.called(words))
        return found

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


def matches_of(sight: Sight, stages: Sequence[Stage]) -> Any:
    """Of stages whose results are shown: games of encounters and series, the newest first."""
    return queries.shown_to(sight.user).filter(within(stages)).order_by("-pk")


def within(stages: Sequence[Stage]) -> Q:
    """Matches that were made for encounters and series of these stages."""
    games = EncounterGame.objects.filter(encounter__stage__in=stages)
    series = SeriesGame.objects.filter(series__of_stage__stage__in=stages)
    return Q(pk__in=games.values("match")) | Q(pk__in=series.values("match"))


def played(sight: Sight, matches: Sequence[Match]) -> list[Played]:
    """With what each was played for, in a fixed number of queries."""
    pks = [match.pk for match in matches]
    stages = {stage.pk: stage for stage in sight.stages}
    games = EncounterGame.objects.filter(match__in=pks).select_related("encounter")
    of_encounter = {game.match_id: game for game in games}
    rows = SeriesGame.objects.filter(match__in=pks).select_related("series__of_stage")
    of_series = {game.match_id: game for game in rows}
    found = []
    for match in matches:
        if (game := of_encounter.get(match.pk)) is not None:
            found.append(_of_encounter(match, game, stages[game.encounter.stage_id]))
        elif (one := of_series.get(match.pk)) is not None:
            stage = stages[one.series.of_stage.stage_id]
            words = f"Game {one.number}"
            found.append(Played(match, stage.name, words, stage.get_absolute_url(), one.lost))
    return found


def _of_encounter(match: Match, game: EncounterGame, stage: Stage) -> Played:
    row = game.encounter
    url = reverse("event-encounter", args=[stage.event.slug, stage.key, row.pk])
    words = f"{row.name}, game {game.number}"
    return Played(match, stage.name, words, url, game.lost or row.obsolete)
