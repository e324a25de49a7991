"""Forms of maps. They check shape alone; the game's format decides what a valid map is."""

from __future__ import annotations

from typing import Any

import django_filters as filters
from django import forms
from django.core.exceptions import ValidationError

from accounts.models import Team, User
from accounts.roles import Act
from games.game import Game
from games.maps import MapFormat
from maps.models import NAME, MapQuerySet
from maps.services import Draft
from pages.frame.fields.forms import (
    MAX_SEED,
    area_field,
    code_field,
    number_field,
    offer_rows,
    team_field,
    teams_of,
    tick_field,
)
from pages.frame.filters import ALL, Choices, ListFilter
from rulesets.catalogue import offered


class MapForm(forms.Form):
    """A map as a whole: what is said of it, and its text or a file with it."""

    name = code_field(
        "Name",
        40,
        "Letters, digits, -, _ and . ; once among your maps of this game.",
        validators=[NAME],
    )
    title = forms.CharField(
        label="Title", required=False, max_length=60, help_text="Shown instead of the name."
    )
    summary = area_field("About", 500, 2, required=False)
    team = team_field("Its members may see and change the map, as their roles allow.")
    public = tick_field("Public", "Everybody may see it and play on it.")
    text = forms.CharField(
        label="Text",
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 14,
                "spellcheck": "false",
                "autocapitalize": "off",
                "autocomplete": "off",
                "wrap": "off",
                "class": "code",
            }
        ),
    )
    file = forms.FileField(label="Or a file with the text", required=False)
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)
    parent = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, maps: MapFormat, user: User, may_move: bool = True, **kwargs: Any
    ):
        """``may_move``: only the owner may give a map to another team."""
        super().__init__(*args, **kwargs)
        self.most_bytes = maps.most_bytes
        if may_move:
            offer_rows(self, "team", teams_of(user, Act.DEVELOP))
        else:
            del self.fields["team"]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            try:
                data["text"] = self._read(data["file"])
            except ValidationError as error:
                self.add_error("file", error)
        if not data.get("text") and not self.errors.get("file"):
            self.add_error("text", "Write or paste the map, or choose a file with it.")
        return data

    def _read(self, file: Any) -> str:
        if file.size > self.most_bytes:
            raise ValidationError(f"A map has at most {self.most_bytes} bytes.")
        try:
            text: str = file.read().decode()
        except UnicodeDecodeError:
            raise ValidationError("This is not a text file.") from None
        if "\0" in text:
            raise ValidationError("This is not a text file.")
        return text

    def draft(self, team: Team | None) -> Draft:
        """``team`` stays where this person may not choose it."""
        chosen = self.cleaned_data
        return Draft(
            name=chosen["name"],
            text=chosen["text"],
            title=chosen["title"],
            summary=chosen["summary"],
            team=chosen.get("team", team) if "team" in self.fields else team,
            public=chosen["public"],
            based_on=chosen["revision"],
        )


class GenerateForm(forms.Form):
    """The options of a game's generator, with their bounds, and the seed."""

    prefix = "g"

    def __init__(self, *args: Any, maps: MapFormat, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in maps.options:
            self.fields[option.name] = number_field(
                option.title, option.low, option.high, option.help, initial=option.default
            )
        self.fields["seed"] = number_field(
            "Seed", 0, MAX_SEED, "Empty: a new one each time.", required=False
        )

    def options(self) -> dict[str, int]:
        return {name: value for name, value in self.cleaned_data.items() if name != "seed"}


def _whose(request: Any) -> Choices:
    shown = [("stock", "the game's own"), ("public", "people's")]
    if request.user.is_authenticated:
        shown += [("mine", "mine"), ("archive", "my archive")]
    return shown


class MapFilter(ListFilter):
    """The filter of a game's maps that a person may see; without ``whose``, of those that are
    theirs or public. The last changed comes first.
    """

    q = filters.CharFilter(
        method="called",
        label="Name or owner",
        max_length=80,
        widget=forms.TextInput({"type": "search"}),
    )
    whose = filters.ChoiceFilter(label="Whose", method="of_owner", empty_label=ALL)
    ruleset = filters.ChoiceFilter(label="Playable as", method="fitting", empty_label="anything")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rulesets = [(ruleset.name, ruleset.title) for ruleset in offered(game)]
        self.filters["whose"].extra["choices"] = _whose(self.request)
        self.filters["ruleset"].extra["choices"] = rulesets

    def filter_queryset(self, queryset: MapQuerySet) -> Any:
        if not self.form.cleaned_data.get("whose"):
            own_or_public = queryset.filter(public=True) | queryset.open_to(self.request.user)
            queryset = own_or_public.filter(archived=None)
        return super().filter_queryset(queryset).order_by("-updated", "-pk")

    def called(self, maps: MapQuerySet, name: str, value: str) -> MapQuerySet:
        return maps.called(value)

    def fitting(self, maps: MapQuerySet, name: str, value: str) -> MapQuerySet:
        return maps.fitting(value)

    def of_owner(self, maps: MapQuerySet, name: str, value: str) -> MapQuerySet:
        match value:
            case "archive":
                return maps.exclude(archived=None).open_to(self.request.user)
            case "mine":
                return maps.filter(archived=None).open_to(self.request.user)
            case "stock":
                return maps.filter(archived=None, owner=None)
            case _:
                return maps.filter(archived=None, public=True).exclude(owner=None)
