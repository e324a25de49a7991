"""Judges pair the next round of a Swiss system by hand."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from ladder.events.models import Event, Stage, StageEntry
from ladder.events.models.labels import group_name
from ladder.events.roles import EventAct
from ladder.events.running import hand_pairing
from matches.recorded.results import score_of
from pages.frame.access.permissions import PersonRequest, event_staff
from pages.frame.acts import form_page, refusing
from pages.frame.fields.forms import sent
from pages.organize.plans.form_rows import Data


class PairingForm(forms.Form):
    """Two bots for each match of a round, and the reason for pairing them by hand."""

    reason = forms.CharField(label="Reason", max_length=300)

    def __init__(self, data: Data | None = None, *, opened: hand_pairing.OpenRound) -> None:
        super().__init__(data)
        self.count = len(opened.entries) // 2
        choices = [
            (number, f"{opened.entries[number].entry.bot} · {score_of(points)}")
            for number, points in opened.points.items()
        ]
        for at in range(self.count):
            pair = opened.pairs[at] if at < len(opened.pairs) else (None, None)
            for side, initial in zip(("first", "second"), pair, strict=True):
                self.fields[f"{side}-{at}"] = forms.TypedChoiceField(
                    label=f"Match {at + 1}, {side} side",
                    choices=choices,
                    coerce=int,
                    initial=initial,
                )

    @property
    def rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        return [(self[f"first-{at}"], self[f"second-{at}"]) for at in range(self.count)]

    def pairs(self) -> list[hand_pairing.Pair]:
        data = self.cleaned_data
        return [(data[f"first-{at}"], data[f"second-{at}"]) for at in range(self.count)]


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def pairing(request: PersonRequest, event: Event, key: str, group: int) -> HttpResponse:
    """The next round of a group, which counts from 1."""
    stage = get_object_or_404(event.stages, key=key)
    context: dict[str, object] = {"event": event, "stage": stage, "tab": "run", "group": group}
    context["groups"] = [group_name(number) for number in _groups(stage)]
    try:
        opened = hand_pairing.open_round(stage, group - 1)
    except ValidationError as error:
        return render(request, "organize/pairing.html", {**context, "refused": error.messages})
    form = PairingForm(sent(request), opened=opened)
    if form.is_valid():
        number, reason = opened.number, form.cleaned_data["reason"]
        with refusing(form):
            hand_pairing.pair(stage, group - 1, number, form.pairs(), request.user, reason)
            return redirect("event-stage", event.slug, key)
    context |= {"form": form, "number": opened.number, "met": _met(opened), "lines": _lines(opened)}
    return form_page(request, "organize/pairing.html", context)


def _groups(stage: Stage) -> list[int]:
    rows = stage.entries.exclude(number=None).order_by("group")
    return list(rows.values_list("group", flat=True).distinct())


def _lines(opened: hand_pairing.OpenRound) -> list[tuple[StageEntry, float, str]]:
    """Each entry with its points and the bots that it has met, best first."""
    return [
        (
            opened.entries[number],
            points,
            ", ".join(str(opened.entries[each].entry.bot) for each in opened.opponents(number)),
        )
        for number, points in opened.points.items()
    ]


def _met(opened: hand_pairing.OpenRound) -> list[str]:
    """The pairs that would meet again, as they are paired now."""
    bots = {number: str(row.entry.bot) for number, row in opened.entries.items()}
    again = (two for two in opened.pairs if frozenset(two) in opened.met)
    return [f"{bots[one]} and {bots[two]}" for one, two in again]
