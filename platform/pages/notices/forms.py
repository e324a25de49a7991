"""Forms of notices: the channels of each kind, and webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms

from accounts.models import User
from notices.models import FOR_WEBHOOKS, Channel, Delivery, Kind, Webhook
from notices.services import Wish, kinds_for, wishes
from notices.targets import MAX_URL

EXPLAINED: Mapping[Kind, str] = {
    Kind.MATCH_FINISHED: "Friendly ones that you asked for, and those of events. Webhooks are sent "
    "every match of your bots, ladder matches too.",
    Kind.VERSION_FAILED: "It did not build, or did not pass its first match.",
    Kind.COMPARISON_ENDED: "Only those who manage the bot are notified.",
    Kind.BOT_PAUSED: "The site or the organizers took it out of play.",
    Kind.GAME_FAILED: "Its program broke the protocol, crashed or did not end a match.",
    Kind.WEBHOOK_OFF: "Nothing has arrived at it for days.",
}


@dataclass(frozen=True)
class Cell:
    """One checkbox of the table; none where ``name`` is empty."""

    channel: Channel
    name: str
    on: bool


@dataclass(frozen=True)
class Row:
    kind: Kind
    about: str
    cells: tuple[Cell, ...]


def wish_table(user: User) -> list[Row]:
    """The checkboxes: a row for each kind, a column for each channel."""
    return [
        Row(
            wish.kind,
            EXPLAINED.get(wish.kind, ""),
            tuple(_cell(wish, channel) for channel in Channel),
        )
        for wish in wishes(user)
    ]


def _cell(wish: Wish, channel: Channel) -> Cell:
    offered = channel is not Channel.WEBHOOK or wish.kind in FOR_WEBHOOKS
    name = f"{wish.kind.value}:{channel.value}" if offered else ""
    return Cell(channel, name, bool(getattr(wish, channel.value)))


def read_wishes(user: User, data: Mapping[str, Any]) -> list[Wish]:
    """The checked boxes of a posted table."""
    return [
        Wish(kind, *(f"{kind.value}:{channel.value}" in data for channel in Channel))
        for kind in kinds_for(user)
    ]


class WebhookForm(forms.Form):
    url = forms.CharField(
        label="Address",
        max_length=MAX_URL,
        help_text="Where your program listens: https://, on the public internet.",
        widget=forms.TextInput(
            {"inputmode": "url", "autocomplete": "off", "spellcheck": "false", "maxlength": MAX_URL}
        ),
    )
    kinds = forms.TypedMultipleChoiceField(
        label="Events",
        required=False,
        coerce=Kind,
        choices=[(kind.value, f"{kind.label} ({kind.value})") for kind in FOR_WEBHOOKS],
        widget=forms.CheckboxSelectMultiple,
    )


class WebhookEditForm(WebhookForm):
    active = forms.BooleanField(label="Send events to it", required=False)


class NoticeFilter(forms.Form):
    """Which notices to list."""

    kind = forms.ChoiceField(choices=[("", "all"), *Kind.choices], required=False)

    def apply(self, rows: Any) -> Any:
        self.is_valid()
        kind = self.cleaned_data.get("kind")
        return rows.filter(kind=kind) if kind else rows

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


class DeliveryFilter(forms.Form):
    """The filter of deliveries. Invalid values filter nothing."""

    webhook = forms.ModelChoiceField(Webhook.objects.none(), required=False, empty_label="all")
    channel = forms.ChoiceField(
        choices=[("", "all"), ("webhook", "webhook"), ("mail", "mail")], required=False
    )
    kind = forms.ChoiceField(
        label="Event",
        choices=[("", "all"), *Kind.choices, (Delivery.TEST, "A test")],
        required=False,
    )
    state = forms.ChoiceField(choices=[("", "all"), *Delivery.State.choices], required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["webhook"].queryset = user.webhooks.all()  # type: ignore[attr-defined]

    def apply(self, rows: Any) -> Any:
        self.is_valid()
        wanted = {name: value for name, value in self.cleaned_data.items() if value}
        return rows.filter(**wanted)

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)
