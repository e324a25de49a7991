"""The choice of games, event and number of boards, which the address of the wall holds."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms

from games.registry import GAMES
from ladder.events.models import Event
from ladder.events.reading.viewer import visible_events
from pages.frame.fields.forms import offer
from pages.front.wall_queries import PUBLIC, Choice, public_events

LEAST, MOST, USUAL = 2, 6, 4
"""Boards on a wall."""
NO_BOARDS = f"A wall has {LEAST} to {MOST} boards. Choose a whole number of them."
NO_GAME = "This site has no game “%(value)s”. Choose one or more of these games, or none for all."
NO_EVENT = "This site has no public event “{}”. Choose one of these events, or none."


class WallForm(forms.Form):
    """``data`` of None or without values is the usual wall: every game, and `USUAL` boards."""

    game = forms.MultipleChoiceField(
        label="Games",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": NO_GAME},
    )
    event = forms.CharField(
        label="Event",
        required=False,
        max_length=60,
        widget=forms.Select,
        help_text="The wall then shows matches of this event alone.",
    )
    boards = forms.IntegerField(
        label="Boards",
        required=False,
        initial=USUAL,
        min_value=LEAST,
        max_value=MOST,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), NO_BOARDS),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        event = self.fields["event"]
        assert isinstance(event.widget, forms.Select)
        offer(self, "game", [(name, each.title) for name, each in GAMES.items()])
        event.widget.choices = [("", "All matches")]
        event.widget.choices += [(each.slug, each.name) for each in public_events()]

    def clean_event(self) -> Event | None:
        slug = self.cleaned_data["event"]
        if not slug:
            return None
        event = visible_events(PUBLIC).filter(slug=slug).first()
        if event is None:
            raise forms.ValidationError(NO_EVENT.format(slug))
        return event

    @property
    def choice(self) -> Choice:
        """Of a valid form."""
        values = self.cleaned_data
        return Choice(tuple(values["game"]), values["event"], values["boards"] or USUAL)

    @property
    def query(self) -> str:
        """The part of the address that says which matches are shown, of a valid form."""
        event = self.choice.event
        pairs = [("game", name) for name in self.choice.games]
        return urlencode([*pairs, *([("event", event.slug)] if event else [])])
