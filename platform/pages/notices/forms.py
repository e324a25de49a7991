"""Forms of notices: the channels of each kind, and webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import django_filters as filters
from django import forms
from django.conf import settings

from accounts.models import User
from notices.models import FOR_WEBHOOKS, Channel, Delivery, Kind
from notices.posting.targets import MAX_URL
from notices.services import Wish, is_offered, kinds_for, wishes
from pages.frame.fields.forms import code_field, tick_field
from pages.frame.filters import ALL, ListFilter

EXPLAINED: Mapping[Kind, str] = {
    Kind.MATCH_FINISHED: "Friendly matches that you asked for, and matches of events. Webhooks "
    "get every match of your bots, ladder matches included.",
    Kind.VERSION_FAILED: "The build or the first match failed.",
    Kind.COMPARISON_ENDED: "For the people who manage the bot.",
    Kind.BOT_PAUSED: "The site or the organizers took the bot out of play.",
    Kind.GAME_FAILED: "Its program broke the protocol, crashed or did not end a match.",
    Kind.REPLAY_DIFFERS: "The engine played a match again, with other frames or another result.",
    Kind.ANNOUNCEMENT: "News, answers and new times of your events; results that count no more.",
    Kind.SITE_NEWS: "Announcements of the organizers of the site.",
    Kind.ENTRY: "Your bot was entered, withdrawn, disqualified or readmitted.",
    Kind.BOT_OFFERED: "Somebody offers you a bot, or answers your offer.",
    Kind.NAME_REPLACED: "The organizers replaced the name of something of yours.",
    Kind.REPORTED: "A person, bot, team or event was reported to the organizers.",
    Kind.SIGN_UP_WAITS: "Somebody signed up, and an organizer has to approve it.",
    Kind.MACHINE_HELD: "A machine gets no work until a fault of its own is mended.",
    Kind.SHORTAGE: "Matches or builds wait, since no worker machine can play or build them.",
    Kind.WEBHOOK_OFF: "All deliveries to it have failed for days.",
    Kind.FOLLOWED_BOT: "A new version plays, a climb went higher, or it has a place in an event.",
    Kind.FOLLOWED_PERSON: "The person has a new bot, or one of their bots has won an event.",
    Kind.FOLLOWED_EVENT: "The event begins, or results of a stage or of the event are public.",
    Kind.FOLLOWED_GAME: "A new event or a new season.",
    Kind.DIGEST: "On Monday morning in your time zone, or in UTC if your profile has none: news of "
    "your bots and of all that you follow. Weeks without news bring no mail.",
}


Cell = tuple[Channel, str, bool]
"""One checkbox of the table: its name, empty where there is none, and whether it is on."""


def wish_table(user: User) -> list[tuple[Kind, str, list[Cell]]]:
    """The checkboxes: a row for each kind, with words about it, and a column for each channel."""
    return [
        (wish.kind, EXPLAINED.get(wish.kind, ""), [_cell(wish, channel) for channel in Channel])
        for wish in wishes(user)
    ]


def _cell(wish: Wish, channel: Channel) -> Cell:
    name = f"{wish.kind.value}:{channel.value}" if is_offered(wish.kind, channel) else ""
    return channel, name, bool(getattr(wish, channel.value))


def read_wishes(user: User, data: Mapping[str, Any]) -> list[Wish]:
    """The checked boxes of a posted table."""
    return [
        Wish(kind, *(f"{kind.value}:{channel.value}" in data for channel in Channel))
        for kind in kinds_for(user)
    ]


class WebhookForm(forms.Form):
    url = code_field("Address", MAX_URL, attrs={"inputmode": "url"})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["url"].help_text = (
            "Where your program listens: https:// or http://."
            if settings.WEBHOOK_PRIVATE
            else "Where your program listens: https://, on the public internet."
        )

    kinds = forms.TypedMultipleChoiceField(
        label="Events",
        required=False,
        coerce=Kind,
        choices=[(kind.value, f"{kind.label} ({kind.value})") for kind in FOR_WEBHOOKS],
        widget=forms.CheckboxSelectMultiple,
    )


class WebhookEditForm(WebhookForm):
    active = tick_field("Send events to it")


class NoticeFilter(ListFilter):
    kind = filters.ChoiceFilter(label="Kind", choices=Kind.choices, empty_label=ALL)


def _own_webhooks(request: Any) -> Any:
    return request.user.webhooks.all()


class DeliveryFilter(ListFilter):
    """The filter of deliveries to the person who asks."""

    webhook = filters.ModelChoiceFilter(label="Webhook", queryset=_own_webhooks, empty_label=ALL)
    channel = filters.ChoiceFilter(
        label="Channel", choices=[("webhook", "webhook"), ("mail", "mail")], empty_label=ALL
    )
    kind = filters.ChoiceFilter(
        label="Event", choices=[*Kind.choices, (Delivery.TEST, "A test")], empty_label=ALL
    )
    state = filters.ChoiceFilter(label="State", choices=Delivery.State.choices, empty_label=ALL)
