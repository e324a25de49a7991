"""The form by which people enter their bots in an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.db.models import QuerySet

from accounts.models import User
from bots.models import Bot
from games.registry import GAMES
from ladder.events.entrants import entering, waiting
from ladder.events.entrants.terms import eligibility
from ladder.events.reading.viewer import EventViewer
from pages.frame.fields.forms import code_field

if TYPE_CHECKING:
    Choice = forms.ModelChoiceField[Bot]
else:
    Choice = forms.ModelChoiceField


class BotChoice(Choice):
    """Of several games: each bot with the title of its own."""

    def label_from_instance(self, bot: Bot) -> str:
        return f"{bot} ({GAMES.title(bot.game)})"


class EntryForm(forms.Form):
    """One of the bots that a person manages.  Only those that can enter are offered; for the
    others of the event's games ``refused`` has the reasons, as sentences.  ``waitable`` are those
    that can be put on the waiting list.  ``asks_word``: one of them needs the code word."""

    bot = BotChoice(queryset=Bot.objects.none(), label="Bot", empty_label=None)
    code_word = code_field("Code word", 100, required=False)

    def __init__(self, *args: Any, viewer: EventViewer, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["bot"]
        assert isinstance(field, BotChoice)
        bots = _candidates(viewer, user)
        reasons = {bot: entering.objection(viewer.event, bot) for bot in bots}
        self.offered = [bot for bot, why in reasons.items() if not why]
        self.waitable = [
            bot for bot, why in reasons.items() if why and waiting.can_wait(viewer.event, bot)
        ]
        self.refused = [why for bot, why in reasons.items() if why and bot not in self.waitable]
        choices = [*self.offered, *self.waitable]
        self.asks_word = any(eligibility.needs_word(viewer.event, bot) for bot in choices)
        # Bots that cannot enter any more get the exact reason instead of "no such choice".
        field.queryset = bots
        field.widget.choices = [(bot.pk, field.label_from_instance(bot)) for bot in self.offered]


def _candidates(viewer: EventViewer, user: User) -> QuerySet[Bot]:
    """Bots of the person that play a game of the event and are not in it."""
    inside = viewer.event.entries.filter(withdrawn_at=None).values("bot")
    bots = Bot.objects.managed_by(user).filter(game__in=viewer.plan.games, retired_at=None)
    waits = viewer.event.waiting.values("bot")
    bots = bots.exclude(pk__in=inside).exclude(pk__in=waits)
    return bots.select_related("owner", "team").order_by("name")
