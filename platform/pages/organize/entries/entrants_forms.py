"""Forms for the entrants of an event: entering, inviting, importing, seeding, and the rules."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from bots.models import Bot
from ladder.core.contest import draws, durations
from ladder.core.contest import plan as plans
from ladder.events.entrants import importing, invitations, waiting
from ladder.events.entrants.terms import rules
from ladder.events.models import Event
from ladder.events.models.entrants import LONGEST_LABEL
from pages.frame.fields.forms import code_field, number_field, tick_field
from pages.frame.fields.zoned import (
    MinutesField,
    TimeField,
    in_zone,
    read_zone,
    typed_time,
)


class EnterForm(forms.Form):
    """A bot by its name."""

    bot = code_field(
        "Bot",
        70,
        "As owner/bot. House bots can be entered freely, bots of other people only if "
        "their owners accepted an invitation or allow it in their settings.",
    )

    def clean_bot(self) -> Bot:
        owner, _, name = self.cleaned_data["bot"].strip().partition("/")
        rows = Bot.objects.select_related("owner", "team")
        bot = rows.filter(owner__username__iexact=owner, name__iexact=name).first()
        if bot is None:
            raise ValidationError("There is no such bot. Write owner/bot.")
        return bot


class InviteForm(forms.Form):
    name = code_field("Name of a person", 30)


class TermsForm(forms.Form):
    """The terms of a code; those of a link also have the number of teams."""

    label = code_field(
        "Label",
        LONGEST_LABEL,
        "For organizers, for example the person who gets it.",
        required=False,
    )
    expires = TimeField("Expires", "In the time zone of the event. Empty: at the start.")

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        in_zone(self, event.time_zone)

    def terms(self) -> invitations.Terms:
        data = self.cleaned_data
        return invitations.Terms(data["label"], data.get("most_uses") or 1, data["expires"])


class LinkForm(TermsForm):
    most_uses = number_field("Number of teams", 1, invitations.MOST_USES, initial=1)
    field_order = ("label", "most_uses", "expires")


class ListForm(forms.Form):
    """A list as a file or as text."""

    file = forms.FileField(
        label="CSV file",
        required=False,
        help_text=f"At most {importing.MOST_ROWS:,} rows and {importing.MOST_BYTES // 1024:,} KB. "
        f"An event has at most {invitations.MOST_INVITATIONS:,} invitations and codes.",
    )
    text = forms.CharField(
        label="Or paste the list",
        required=False,
        max_length=importing.MOST_BYTES,
        help_text="One person a line: a name or an e-mail address, then, if you like, a separator "
        "and a note. A first line with “name” or “e-mail” is read as a heading.",
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code"}),
    )

    notes: list[str]

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        self.notes = []
        if data.get("file"):
            try:
                data["text"], self.notes = importing.decoded(
                    data["file"].read(importing.MOST_BYTES + 1)
                )
            except ValidationError as error:
                self.add_error("file", error)
        elif not data.get("text", "").strip() and not self.errors:
            self.add_error("text", "Choose a file, or paste a list.")
        return data


class SeedNamesForm(forms.Form):
    names = forms.CharField(
        label="Names",
        max_length=100 * plans.MOST_ENTRANTS,
        help_text="One bot a line, best first, as owner/bot. Bots that you leave out come last.",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "class": "code"}),
    )


class DrawForm(forms.Form):
    seed = code_field(
        "Seed of the draw",
        draws.LONGEST_SEED,
        "Any text. Empty: the site makes one.",
        required=False,
    )


class RulesForm(forms.Form):
    """The rules of entry; the code word is never shown again."""

    invited_only = tick_field("Only invited people and teams")
    confirmed = tick_field("Only people with a confirmed e-mail address")
    domains = code_field(
        "Domains of e-mail addresses",
        300,
        "For example uni.example school.example. Empty: all.",
        required=False,
    )
    team = code_field("Only members of the team", 30, required=False)
    people = forms.CharField(
        label="Only these people",
        required=False,
        max_length=20_000,
        help_text="Names, with spaces or line breaks. Empty: all.",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
    )
    least_age = number_field("Least age of the account in days", 0, rules.MOST_AGE, required=False)
    code_word = code_field("Code word", 100, required=False)
    no_code_word = tick_field("Remove the code word")
    per_team = forms.IntegerField(
        label="Bots per team and game",
        required=False,
        min_value=0,
        max_value=rules.MOST_PER_TEAM,
        help_text="0: no limit. The limits per person and event are on the plan's page.",
    )
    waiting_list = tick_field(
        "Waiting list when all places are taken",
        f"It has at most {waiting.MOST_WAITING:,} bots of each game.",
    )
    check_in_opens = MinutesField(
        "Check-in opens before the start", "For example 2h or 1d. Empty: no check-in."
    )
    check_in_closes = MinutesField(
        "Check-in closes before the start", "For example 15m. Empty: at the start."
    )
    withdraw_until = TimeField(
        "Withdrawal until", "In the time zone of the event. Empty: always, also during the event."
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs["initial"] = self.initial_of(event)
        super().__init__(*args, **kwargs)
        in_zone(self, event.time_zone)
        self.has_word = bool(rules.rules_of(event).code_word)
        self.fields["code_word"].help_text = (
            "One is set. Empty: it stays." if self.has_word else "Empty: none."
        )
        if not self.has_word:
            del self.fields["no_code_word"]

    def initial_of(self, event: Event) -> dict[str, object]:
        stored = rules.rules_of(event)
        initial = {name: getattr(stored, name, None) for name in self.base_fields}
        return initial | {
            "team": stored.named_team,
            "code_word": "",
            "no_code_word": False,
            "check_in_opens": durations.say_minutes(stored.check_in_opens or None),
            "check_in_closes": durations.say_minutes(stored.check_in_closes or None),
            "withdraw_until": typed_time(stored.withdraw_until, read_zone(event.time_zone)),
        }

    def draft(self) -> rules.RulesDraft:
        data = dict(self.cleaned_data)
        removed = data.pop("no_code_word", False)
        data["code_word"] = "" if removed else (data["code_word"] or None)
        for name in ("least_age", "per_team", "check_in_opens", "check_in_closes"):
            data[name] = data[name] or 0
        return rules.RulesDraft(**data)
