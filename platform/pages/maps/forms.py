"""Forms of maps. They check shape alone; the game's format decides what a valid map is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import Team, User
from games.game import Game
from games.maps import MapFormat
from maps.models import NAME, Map
from maps.services import Draft
from pages.frame.forms import MAX_SEED, teams_of
from rulesets.catalogue import offered


class MapForm(forms.Form):
    """A map as a whole: what is said of it, and its text or a file with it."""

    name = forms.CharField(
        label="Name",
        max_length=40,
        validators=[NAME],
        help_text="Letters, digits, -, _ and . ; once among your maps of this game.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    title = forms.CharField(
        label="Title", required=False, max_length=60, help_text="Shown instead of the name."
    )
    summary = forms.CharField(
        label="About",
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": 500}),
    )
    team = forms.ModelChoiceField(
        label="Team",
        queryset=Team.objects.none(),
        required=False,
        empty_label="Only me",
        help_text="Its members may see and change the map, as you do.",
    )
    public = forms.BooleanField(
        label="Public", required=False, help_text="Everybody may see it and play on it."
    )
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
            self.fields["team"].queryset = teams_of(user)  # type: ignore[attr-defined]
        else:
            del self.fields["team"]

    def clean(self) -> dict[str, Any]:
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
            self.fields[option.name] = forms.IntegerField(
                label=option.title,
                help_text=option.help,
                min_value=option.low,
                max_value=option.high,
                initial=option.default,
            )
        self.fields["seed"] = forms.IntegerField(
            label="Seed",
            required=False,
            min_value=0,
            max_value=MAX_SEED,
            help_text="Empty: a new one each time.",
        )

    def options(self) -> dict[str, int]:
        return {name: value for name, value in self.cleaned_data.items() if name != "seed"}


class MapFilter(forms.Form):
    """The filter of a game's maps. Invalid values filter nothing."""

    q = forms.CharField(
        label="Name or owner",
        required=False,
        max_length=80,
        widget=forms.TextInput({"type": "search"}),
    )
    whose = forms.ChoiceField(label="Whose", required=False)
    ruleset = forms.ChoiceField(label="Playable as", required=False)

    def __init__(self, *args: Any, game: Game, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        whose = [("", "all"), ("stock", "the game's own"), ("public", "people's")]
        if user.is_authenticated:
            whose += [("mine", "mine"), ("archive", "my archive")]
        self.fields["whose"].choices = whose  # type: ignore[attr-defined]
        rulesets = [(ruleset.name, ruleset.title) for ruleset in offered(game)]
        self.fields["ruleset"].choices = [("", "anything"), *rulesets]  # type: ignore[attr-defined]

    def apply(self, maps: Any) -> Any:
        """The rows of a query on visible maps that pass, the newest change first."""
        self.is_valid()
        wanted = self.cleaned_data
        mine = Map.objects.managed_by(self.user).values("pk")
        match wanted.get("whose"):
            case "archive":
                maps = maps.exclude(archived=None).filter(pk__in=mine)
            case "mine":
                maps = maps.filter(archived=None, pk__in=mine)
            case "stock":
                maps = maps.filter(archived=None, owner=None)
            case "public":
                maps = maps.filter(archived=None, public=True).exclude(owner=None)
            case _:
                own_or_public = maps.filter(public=True) | maps.filter(pk__in=mine)
                maps = own_or_public.filter(archived=None)
        if ruleset := wanted.get("ruleset"):
            maps = maps.fitting(ruleset)
        return maps.called(wanted.get("q", "")).order_by("-updated", "-pk")

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)
