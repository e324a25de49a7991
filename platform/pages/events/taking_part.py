"""Authors take part in an event: invitations, codes, links for teams, waiting, check-in, and
leaving during the event."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from bots.models import Bot
from ladder.events.entrants import check_in, dropping, invitations, waiting
from ladder.events.entrants.terms import rules
from ladder.events.models import Entry, Event, WaitingPlace
from ladder.events.reading.viewer import EventViewer
from pages.events.forms import EntryForm
from pages.events.parts import frame
from pages.frame.access.finding import find_event
from pages.frame.access.permissions import PersonRequest, person_act
from pages.frame.acts import form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import code_field, sent


def part_of(viewer: EventViewer, form: EntryForm | None = None) -> dict[str, object]:
    """The context of `_enter.html`: how the person takes part, and can."""
    event, user = viewer.event, viewer.user
    context: dict[str, object] = {"rules": rules.in_words(rules.rules_of(event))}
    if not user.is_authenticated:
        return context
    managed = set(Bot.objects.managed_by(user).values_list("pk", flat=True))
    context["managed"] = managed
    context["window"] = window = check_in.window_of(event)
    context["invitation"] = None if event.is_over else invitations.invitation_for(event, user)
    context["places"] = _places(event, managed)
    context["form"] = form or (EntryForm(viewer=viewer, user=user) if event.takes_entries else None)
    context["checked"] = _checked(event, managed, window)
    return context


def _places(event: Event, managed: set[int]) -> list[tuple[int, WaitingPlace]]:
    """The waiting bots of the person, each with its place on the list."""
    rows = event.waiting.select_related("bot__owner").order_by("pk")
    return [(number, row) for number, row in enumerate(rows, 1) if row.bot_id in managed]


def _checked(event: Event, managed: set[int], window: check_in.Window | None) -> set[int]:
    """The bots of the person that are checked in."""
    if window is None:
        return set()
    rows = [*event.entries.filter(bot__in=managed), *event.waiting.filter(bot__in=managed)]
    return {row.bot_id for row in rows if window.has(row.checked_in_at)}


class CodeForm(forms.Form):
    code = code_field("Code", 60)


# Invitations --------------------------------------------------------------------------------------


@never_cache
@require_safe
@login_required
def invitation(request: PersonRequest, slug: str) -> HttpResponse:
    """The person's invitation, with its answers."""
    viewer = find_event(request, slug)
    received = invitations.invitation_for(viewer.event, request.user)
    context = {**frame(viewer, "overview"), "invitation": received}
    return render(request, "events/invitation.html", context)


@person_act
def answer(request: PersonRequest, slug: str, name: str) -> HttpResponse:
    """Accept or decline the invitation."""
    event = find_event(request, slug).event
    if name == "accept":
        with reported(request, f"You accepted the invitation to {event}. Now enter a bot."):
            invitations.accept(event, request.user)
        return redirect(f"{event.get_absolute_url()}#enter")
    if name != "decline":
        raise Http404("An invitation is accepted or declined.")
    with reported(request, f"You declined the invitation to {event}."):
        invitations.decline(event, request.user)
    return redirect(event)


@never_cache
@login_required
def code(request: PersonRequest, slug: str) -> HttpResponse:
    """Accept an invitation by its code."""
    viewer = find_event(request, slug)
    form = CodeForm(sent(request))
    if form.is_valid():
        with refusing(form):
            invitations.redeem(viewer.event, request.user, form.cleaned_data["code"])
            invited = f"You are invited to {viewer.event}. Now enter a bot."
            return redirect_with(request, invited, f"{viewer.event.get_absolute_url()}#enter")
    return form_page(request, "events/code.html", {**frame(viewer, "overview"), "form": form})


@never_cache
@login_required
def join(request: PersonRequest, slug: str, token: str) -> HttpResponse:
    """Accept an invitation for a team, by its link.  The address is secret."""
    viewer = find_event(request, slug)
    teams = invitations.teams_for_link(request.user)
    if request.method == "POST":
        team = next((each for each in teams if str(each.pk) == request.POST.get("team")), None)
        if team is None:
            raise Http404("There is no such team of yours.")
        with reported(request, f"{team} is invited. Now enter a bot of the team.") as outcome:
            invitations.bring_team(viewer.event, token, team, request.user)
        if outcome.done:
            return redirect(f"{viewer.event.get_absolute_url()}#enter")
    open_link = invitations.of_used_link(viewer.event, token)
    context = {**frame(viewer, "overview"), "teams": teams, "invitation": open_link}
    status = 200 if open_link is not None else 404
    return render(request, "events/join.html", context, status=status)


# Waiting and check-in -----------------------------------------------------------------------------


@person_act
def wait(request: PersonRequest, slug: str) -> HttpResponse:
    """Put a bot on the waiting list."""
    event = find_event(request, slug).event
    bots = Bot.objects.managed_by(request.user).select_related("owner", "team")
    number = request.POST.get("bot", "")
    bot = get_object_or_404(bots, pk=number if number.isdecimal() else 0)
    with reported(request, f"{bot} is on the waiting list.", f"{bot} does not wait. "):
        waiting.join(event, bot, request.user, request.POST.get("code_word", ""))
    return redirect(f"{event.get_absolute_url()}#enter")


@person_act
def stop_waiting(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    event, place = _own(request, slug, pk, WaitingPlace)
    with reported(request, f"{place.bot} is off the waiting list."):
        waiting.give_up(place, request.user)
    return redirect(f"{event.get_absolute_url()}#enter")


@person_act
def check(request: PersonRequest, slug: str, kind: str, pk: int) -> HttpResponse:
    """Check in a bot that has entered or waits."""
    event, row = _own(request, slug, pk, WaitingPlace if kind == "waiting" else Entry)
    with reported(request, f"{row.bot} is checked in."):
        check_in.check_in(row, request.user)
    return redirect(f"{event.get_absolute_url()}#enter")


@person_act
def drop(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a bot during the event, with a reason."""
    event, entry = _own(request, slug, pk, Entry)
    with reported(request, f"{entry.bot} is withdrawn.", f"{entry.bot} was not withdrawn. "):
        dropping.withdraw(entry, request.user, request.POST.get("reason", ""))
    return redirect(f"{event.get_absolute_url()}#enter")


def _own(request: PersonRequest, slug: str, pk: int, model: Any) -> tuple[Event, Any]:
    """A row of a bot that this person manages; 404 for others."""
    event = find_event(request, slug).event
    rows = model.objects.filter(event=event).select_related("bot__owner", "bot__team", "event")
    row = get_object_or_404(rows, pk=pk)
    if not row.bot.managed_by(request.user):
        raise Http404("There is no such entry.")
    return event, row
