"""Forms of circuits: the circuit, one of its events, and a role."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import User
from games.registry import GAMES
from ladder.events.circuits import legs, services
from ladder.events.models import Circuit, CircuitEvent, CircuitRole, Event
from pages.frame.fields.forms import area_field, line_field, offer, offer_rows


class CircuitForm(forms.Form):
    name = line_field("Name", 60)
    about = area_field(
        "About", 5000, 4, "Shown on the page of the circuit. You can use Markdown.", required=False
    )
    game = forms.ChoiceField(label="Game", required=False)
    rows = forms.ChoiceField(
        label="Lines of the table",
        choices=[(each.value, str(each.label).capitalize()) for each in Circuit.Rows],
        initial=Circuit.Rows.PEOPLE.value,
        help_text="A bot that belongs to a team counts for the team, other bots for their owner.",
    )
    points = line_field(
        "Points of places 1, 2, 3 …",
        400,
        "Numbers with spaces between them. Later places get no points.",
        initial="25 18 15 12 10 8 6 4 2 1",
        attrs={"inputmode": "numeric"},
    )
    best = forms.IntegerField(
        label="Number of results that count",
        min_value=0,
        max_value=services.MOST_EVENTS,
        initial=0,
        help_text="The best ones of each line. 0: all.",
    )

    def __init__(self, *args: Any, circuit: Circuit | None = None, **kwargs: Any) -> None:
        if circuit is not None:
            first = {name: getattr(circuit, name) for name in self.base_fields}
            kwargs["initial"] = {**first, "points": " ".join(map(str, circuit.points))}
        super().__init__(*args, **kwargs)
        games = [(game.name, game.title) for game in GAMES.values()]
        offer(self, "game", games, empty="Any game")

    def clean_points(self) -> list[int]:
        numbers = re.split(r"[\s,;]+", self.cleaned_data["points"].strip())
        if not all(re.fullmatch(r"[0-9]{1,6}", word) for word in numbers):
            raise ValidationError("Enter whole numbers with spaces between them: 10 6 4 3 2 1.")
        return [int(word) for word in numbers]

    def draft(self) -> services.CircuitDraft:
        return services.CircuitDraft(**self.cleaned_data)


class AddForm(forms.Form):
    """An event that the person may add to the circuit."""

    event = forms.ModelChoiceField(
        Event.objects.none(), label="Event", empty_label="Choose an event"
    )

    def __init__(self, *args: Any, circuit: Circuit, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_rows(self, "event", legs.candidates(circuit, user))


class LegForm(forms.Form):
    """The worth of an event, and which of its final stages counts."""

    factor = forms.IntegerField(label="Points times", min_value=1, max_value=legs.MOST_FACTOR)
    final = forms.ChoiceField(label="Final stage that counts", required=False)

    def __init__(self, data: Any = None, *, leg: CircuitEvent) -> None:
        first = {"factor": leg.factor, "final": leg.final}
        super().__init__(data, initial=first, auto_id=f"leg-{leg.pk}-%s")
        self.leg = leg
        game = leg.circuit.game
        finals = [each for each in services.finals_of(leg.event) if game in ("", each.game)]
        if len(finals) > 1:
            named = [(each.key, each.name) for each in finals]
            offer(self, "final", named, empty="The first one")
        else:
            del self.fields["final"]


class RoleForm(forms.Form):
    """A person and the role to give."""

    username = line_field("Name of the person", 150)
    role = forms.ChoiceField(
        choices=[(role.value, str(role.label).capitalize()) for role in CircuitRole],
        initial=CircuitRole.ORGANIZER.value,
    )
