"""Judges rule on a result or a bot, after a preview of the tables, and decide encounters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from ladder.events.mending import decisions, previews, results, rulings
from ladder.events.models import Encounter, Event, Stage
from ladder.events.roles import EventAct
from ladder.events.running import advancing
from matches.models import Match
from pages.frame.access.permissions import PersonRequest, event_act, event_staff
from pages.frame.acts import given_number, given_reason, preview_page, redirect_with, reported

LISTED = 50
"""Matches of a list."""


@dataclass(frozen=True)
class Offer:
    """A ruling with its texts on pages."""

    name: str
    title: str
    button: str
    done: str
    ruling: type[rulings.Void | rulings.Disqualify]
    note: str


OFFERS = {
    offer.name: offer
    for offer in (
        Offer(
            "disqualify",
            "Disqualify",
            "Disqualify bot",
            "is disqualified",
            rulings.Disqualify,
            "Finished games count. Opponents win its remaining games. The bot is last and "
            "does not qualify. Its managers are notified of the reason. You can undo this.",
        ),
        Offer(
            "reinstate",
            "Take back into the event:",
            "Take the bot back",
            "takes part again",
            rulings.Reinstate,
            "Games that its opponents won without playing are played, unless their stage is "
            "finished.",
        ),
        Offer(
            "void",
            "Void",
            "Void result",
            "is void",
            rulings.Void,
            "The new game has a new seed, so another bot may win it. "
            "You can undo this until a later stage begins.",
        ),
        Offer(
            "undo-void",
            "Undo the void of",
            "Undo void",
            "counts again",
            rulings.UndoVoid,
            "The original result counts again, and so do the results that followed from it.",
        ),
    )
}


@event_staff(EventAct.JUDGE)
def foresee(request: PersonRequest, event: Event, name: str, pk: int) -> HttpResponse:
    """A preview of a ruling's changes. Posted with the digest of the preview, it is done."""
    if name not in OFFERS:
        raise Http404("There is no such act.")
    offer, ruling = OFFERS[name], _ruling(event, OFFERS[name].ruling, pk)
    if isinstance(ruling, rulings.Reinstate):
        ruling = replace(ruling, agreed=request.POST.get("agreed") == "1")
    subject = ruling.match if isinstance(ruling, rulings.Void) else ruling.entry.bot

    def context(preview: previews.Preview) -> dict[str, object]:
        later = {*preview.exchange.away} - (
            {subject.pk} if isinstance(ruling, rulings.Void) else set()
        )
        return {
            "event": event,
            "tab": "run",
            "act": offer,
            "subject": subject,
            "again": _listed(preview.exchange.back),
            "gone": _listed(later),
            "following": _listed(preview.exchange.following),
            "blocked": _blocked(ruling) if preview.objection else None,
        }

    def done(_: None) -> HttpResponse:
        return redirect_with(request, f"{subject} {offer.done}.", "event-run", event.slug)

    changed = "more games have ended"
    return preview_page(request, "organize/foresee.html", ruling, context, done, changed)


def _ruling(
    event: Event, kind: type[rulings.Void | rulings.Disqualify], pk: int
) -> rulings.Void | rulings.Disqualify:
    """The ruling on a match or an entry; Http404 if that does not belong to this event."""
    if issubclass(kind, rulings.Disqualify):
        return kind(get_object_or_404(event.entries.select_related("bot__owner", "event"), pk=pk))
    match = get_object_or_404(Match, pk=pk)
    stage = results.stage_of(match)
    if stage is None or stage.event_id != event.pk:
        raise Http404("The event has no such match.")
    return kind(match)


def _listed(pks: Iterable[int]) -> list[Match]:
    """The first of these matches, for a list."""
    return list(Match.objects.for_lists().filter(pk__in=list(pks)).order_by("pk")[:LISTED])


def _blocked(ruling: rulings.Void | rulings.Disqualify) -> Stage | None:
    """The stage of a match whose result cannot change, because a later stage has begun."""
    stage = ruling.stage if isinstance(ruling, rulings.Void) else None
    return (
        stage
        if stage is not None and stage.is_over and advancing.objection_to_reopening(stage)
        else None
    )


@event_act(EventAct.JUDGE)
def decide(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    row = _encounter(event, pk)
    with reported(request, f"{row.title} is decided.", "It was not decided. "):
        decisions.Decide(row, _ranks(request, row)).do(request.user, given_reason(request))
    return redirect("event-encounter", event.slug, row.stage.key, row.pk)


@event_act(EventAct.JUDGE)
def undo(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    row = _encounter(event, pk)
    with reported(request, "The decision is undone.", "It was not undone. "):
        decisions.UndoDecision(row).do(request.user, given_reason(request))
    return redirect("event-encounter", event.slug, row.stage.key, row.pk)


def _encounter(event: Event, pk: int) -> Encounter:
    rows = Encounter.objects.select_related("stage__event")
    return get_object_or_404(rows, pk=pk, stage__event=event)


def _ranks(request: PersonRequest, row: Encounter) -> dict[int, int] | int:
    """The number of the winner or, of a table, the rank of each bot by its number."""
    if len(row.entrants) == 2:
        return given_number(request, "winner", "Choose the bot that wins the encounter.")
    why = "Enter the rank of each bot, for example 1 for the first one."
    return {number: given_number(request, f"rank-{number}", why) for number in row.entrants}
