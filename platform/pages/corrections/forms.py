"""The form by which organizers choose what to correct."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from bots.models import Bot
from ladder.corrections import services
from ladder.corrections import services as corrections
from ladder.models import Correction, Season
from pages.frame.fields.forms import code_field, tick_field
from pages.frame.fields.zoned import TimeField, in_zone

Kind = Correction.Kind
KINDS = [
    (Kind.VOID, "Void matches"),
    (Kind.RERUN, "Void matches and play them again"),
    (Kind.RESTORE, "Let void matches count again"),
    (Kind.DISQUALIFY, "Disqualify a bot from the season"),
]


def _text(label: str, help_text: str = "", **attrs: str) -> forms.CharField:
    return code_field(label, 300, help_text, attrs=attrs, required=False)


class CorrectionForm(forms.Form):
    """A season, an act, and its matches (all that every filled-in line allows) or its bot."""

    season = forms.ModelChoiceField(label="Season", queryset=Season.objects.order_by("-starts"))
    kind = forms.ChoiceField(label="Act", choices=KINDS, widget=forms.RadioSelect)
    # Not "matches": a form's fields hide the methods of its element in browsers.
    numbers = _text("Matches", "Match numbers, separated by spaces. Empty: all that fit.")
    bot = _text("Bot", "Matches that it played, or the bot to disqualify.", placeholder="owner/bot")
    worker = _text(
        "Worker", "Matches of this worker or machine. The first letters of its name are enough."
    )
    map = _text("Map", "The number of a map, as in its address.", inputmode="numeric")
    since = TimeField("Ended since")
    until = TimeField("Ended until")
    void_matches = tick_field(
        "Void all matches of the disqualified bot in the season, too",
        "Otherwise its results still count for other bots.",
    )

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        """``zone`` is the one in which the organizer means times."""
        super().__init__(*args, **kwargs)
        in_zone(self, zone)

    def clean_numbers(self) -> tuple[int, ...]:
        numbers = self.cleaned_data["numbers"].replace(",", " ").split()
        if not all(each.isascii() and each.isdecimal() and len(each) < 16 for each in numbers):
            raise ValidationError("Enter numbers of matches, for example 12 15 16.")
        return tuple(sorted({int(each) for each in numbers}))

    def clean_bot(self) -> Bot | None:
        typed = self.cleaned_data["bot"].strip()
        if not typed:
            return None
        owner, _, name = typed.partition("/")
        bots = Bot.objects.filter(owner__username__iexact=owner.strip(), name__iexact=name.strip())
        if (bot := bots.select_related("owner").first()) is None:
            raise ValidationError(f"There is no bot “{typed}”. Write owner/bot.")
        return bot

    def clean_map(self) -> int | None:
        typed = self.cleaned_data["map"].strip().lstrip("#")
        if typed and not (typed.isascii() and typed.isdecimal() and len(typed) < 16):
            raise ValidationError("Enter the number from the map's address.")
        return int(typed) if typed else None

    def clean(self) -> None:
        if self.errors:
            return
        data = self.cleaned_data
        if data["kind"] == Kind.DISQUALIFY:
            if data["bot"] is None:
                self.add_error("bot", "Enter the bot to disqualify.")
        elif not any(data[name] for name in ("numbers", "bot", "worker", "map", "since", "until")):
            raise ValidationError("Fill in at least one field to choose the matches.")
        elif not self.request().matches:
            raise ValidationError("No match of the season fits these fields.")

    def request(self) -> services.CorrectionRequest:
        """The request of a valid form."""
        data = self.cleaned_data
        if data["kind"] == Kind.DISQUALIFY:
            return services.CorrectionRequest(bot=data["bot"].pk, void_matches=data["void_matches"])
        return services.CorrectionRequest(matches=self._chosen(), criteria=self._said())

    def _chosen(self) -> tuple[int, ...]:
        data = self.cleaned_data
        restoring = data["kind"] == Kind.RESTORE
        rows = (corrections.voided if restoring else corrections.results)(data["season"])
        asked = {
            "pk__in": data["numbers"],
            "claimed_by__startswith": data["worker"].strip(),
            "map_used": data["map"],
            "finished__gte": data["since"],
            "finished__lte": data["until"],
        }
        rows = rows.filter(**{key: value for key, value in asked.items() if value})
        if data["bot"] is not None:
            rows = rows.of_bots(Bot.objects.filter(pk=data["bot"].pk))
        return tuple(rows.order_by("pk").values_list("pk", flat=True)[: services.MOST + 1])

    def _said(self) -> str:
        data = self.cleaned_data
        values = {
            "of": data["bot"],
            "played by": data["worker"].strip(),
            "on map": data["map"],
            "since": self.data.get("since"),
            "until": self.data.get("until"),
        }
        return " ".join(f"{word} {value}" for word, value in values.items() if value)
