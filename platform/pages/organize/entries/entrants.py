"""The entrants of an event: their list, entering, inviting and importing them, and the rules of
entry."""

from __future__ import annotations

import json

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from arbiter.links import absolute
from arbiter.serving.downloads import csv_table
from games.texts.sentences import plural
from ladder.events.entrants import (
    check_in,
    dropping,
    entering,
    importing,
    invitations,
    listing,
    waiting,
)
from ladder.events.entrants.terms import rules
from ladder.events.models import Event, Invitation
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, event_act, event_page, event_staff
from pages.frame.acts import desk_page, redirect_with, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of
from pages.organize.entries.entrants_forms import (
    EnterForm,
    InviteForm,
    LinkForm,
    ListForm,
    RulesForm,
    TermsForm,
)

PAGE = "event-entrants"
PER_PAGE = 100


@event_page(EventAct.ENTRANTS)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    return _index(request, event)


def _index(
    request: PersonRequest, event: Event, name: str = "", form: forms.Form | None = None
) -> HttpResponse:
    """The page; ``form`` is the one of that name with its errors."""
    every = listing.lines(event)
    chosen = request.GET.get("state", "")
    shown = [line for line in every if line.state == chosen] if chosen else every
    window = check_in.window_of(event)
    made: dict[str, forms.Form] = {
        "enter": EnterForm(),
        "invite": InviteForm(),
        "link": LinkForm(event=event, prefix="link"),
        "code": TermsForm(event=event, prefix="code"),
    }
    if form is not None:
        made[name] = form
    context = {
        "page": page_of(request, shown, PER_PAGE),
        "counts": listing.counts(every),
        "total": len(every),
        "chosen": chosen,
        "rules": rules.in_words(rules.rules_of(event)),
        "forms": made,
        "window": window,
        "due": len(check_in.missing(event)),
        "changes": not event.has_begun and not event.is_over,
        "judges": EventAct.JUDGE in request.rights,
    }
    return desk_page(request, event, "entrants", "entrants", context)


def _back(event: Event) -> HttpResponse:
    return redirect(PAGE, event.slug)


@event_act(EventAct.ENTRANTS)
def enter(request: PersonRequest, event: Event) -> HttpResponse:
    """Enter a bot by its name."""
    form = EnterForm(request.POST)
    if form.is_valid():
        bot = form.cleaned_data["bot"]
        with refusing(form, "bot"):
            entering.enter(event, bot, request.user)
            return redirect_with(request, f"{bot} has entered.", PAGE, event.slug)
    return _index(request, event, "enter", form)


@event_act(EventAct.ENTRANTS)
def withdraw(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """Withdraw a bot, before the start or after it."""
    entry = get_object_or_404(event.entries.select_related("bot__owner"), pk=pk)
    reason = request.POST.get("reason", "")
    with reported(request, f"{entry.bot} is withdrawn.", f"{entry.bot} was not withdrawn. "):
        dropping.leave(entry, request.user, reason)
    return _back(event)


@event_act(EventAct.ENTRANTS)
def check(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """Check a bot in for its managers."""
    entry = get_object_or_404(event.entries.select_related("bot__owner"), pk=pk)
    with reported(request, f"{entry.bot} is checked in."):
        check_in.check_in(entry, request.user)
    return _back(event)


@event_act(EventAct.ENTRANTS)
def check_many(request: PersonRequest, event: Event) -> HttpResponse:
    """Check in the bots that were ticked, or all that have entered; one that cannot be stops no
    other."""
    ticked = [number for number in request.POST.getlist("entry") if number.isdecimal()]
    rows = check_in.missing(event)
    if "all" not in request.POST:
        rows = [entry for entry in rows if str(entry.pk) in ticked]
    done = 0
    for entry in rows:
        with reported(request, "", f"{entry.bot}: "):
            check_in.check_in(entry, request.user)
            done += 1
    if done:
        text = plural(done, "1 bot is checked in.", f"{done} bots are checked in.")
        messages.success(request, text)
    elif not rows:
        messages.error(request, "Nobody was checked in. Tick bots that have not checked in yet.")
    return _back(event)


@event_act(EventAct.ENTRANTS)
def remove(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """Take a bot off the waiting list."""
    place = get_object_or_404(event.waiting.select_related("bot__owner"), pk=pk)
    with reported(request, f"{place.bot} is off the waiting list."):
        waiting.give_up(place, request.user)
    return _back(event)


# Invitations --------------------------------------------------------------------------------------


@event_act(EventAct.ENTRANTS)
def invite(request: PersonRequest, event: Event) -> HttpResponse:
    """Invite a person by name."""
    form = InviteForm(request.POST)
    if form.is_valid():
        with refusing(form):
            made = invitations.invite(event, request.user, form.cleaned_data["name"])
            message = f"{made.label} is invited and has been notified."
            return redirect_with(request, message, PAGE, event.slug)
    return _index(request, event, "invite", form)


@never_cache
@event_act(EventAct.ENTRANTS)
def link(request: PersonRequest, event: Event) -> HttpResponse:
    """A link for teams.  It is in this one answer and nowhere else."""
    form = LinkForm(request.POST, event=event, prefix="link")
    if form.is_valid():
        with refusing(form):
            made, token = invitations.invite_teams(event, request.user, form.terms())
            return _shown_link(request, made, token)
    return _index(request, event, "link", form)


@never_cache
@event_act(EventAct.ENTRANTS)
def code(request: PersonRequest, event: Event) -> HttpResponse:
    """A code for one person, which is shown once."""
    form = TermsForm(request.POST, event=event, prefix="code")
    if form.is_valid():
        with refusing(form):
            made, secret = invitations.make_code(event, request.user, form.terms())
            return _shown_codes(request, event, [importing.Made(made.label, "", secret)])
    return _index(request, event, "code", form)


def _shown_link(request: PersonRequest, made: Invitation, token: str) -> HttpResponse:
    path = reverse("event-join", args=[made.event.slug, token])
    context = {
        "event": made.event,
        "tab": "entrants",
        "invitation": made,
        "link": absolute(path),
    }
    return render(request, "organize/entrants_codes.html", context)


def _shown_codes(request: PersonRequest, event: Event, made: list[importing.Made]) -> HttpResponse:
    """The page with new codes, which are shown once."""
    page = absolute(reverse("event-code", args=[event.slug]))
    context: dict[str, object] = {"event": event, "tab": "entrants", "made": made, "page": page}
    context["rows"] = json.dumps([[row.label, row.note, row.code] for row in made])
    return render(request, "organize/entrants_codes.html", context)


@never_cache
@event_act(EventAct.ENTRANTS)
def renew(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """A new code or link in place of one that was lost."""
    row = get_object_or_404(event.invitations, pk=pk)
    secret = ""
    with reported(request):
        secret = invitations.renew(row, request.user)
    if not secret:
        return _back(event)
    if row.kind == Invitation.Kind.TEAM:
        return _shown_link(request, row, secret)
    return _shown_codes(request, event, [importing.Made(row.label, row.note, secret)])


@event_act(EventAct.ENTRANTS)
def revoke(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    row = get_object_or_404(event.invitations, pk=pk)
    with reported(request, "The invitation is taken back."):
        invitations.revoke(row, request.user)
    return _back(event)


# Importing ----------------------------------------------------------------------------------------


@never_cache
@event_staff(EventAct.ENTRANTS)
def import_list(request: PersonRequest, event: Event) -> HttpResponse:
    """The list, then its preview, then, with `confirm`, the codes.  Nothing is kept between."""
    if request.method != "POST":
        return _import_page(request, event, ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, event, form)
    text = form.cleaned_data["text"]
    preview = importing.preview(event, text, form.notes)
    if preview.ready and request.POST.get("act") == "confirm":
        with refusing(form):
            return _shown_codes(request, event, importing.confirm(event, request.user, text))
    # The text of a file becomes that of the field, where its lines can be corrected.
    shown = form if form.errors else ListForm(initial={"text": preview.text or text})
    return _import_page(request, event, shown, preview)


def _import_page(
    request: PersonRequest, event: Event, form: ListForm, preview: importing.Preview | None = None
) -> HttpResponse:
    context = {"event": event, "tab": "entrants", "form": form, "preview": preview}
    wrong = bool(form.errors) or (preview is not None and not preview.ready)
    return render(request, "organize/entrants_import.html", context, status=422 if wrong else 200)


@event_act(EventAct.ENTRANTS)
def codes_file(request: PersonRequest, event: Event) -> HttpResponseBase:
    """The codes that the page has just shown, as CSV; the page sends them, as only it has them."""
    made = _posted(request.POST.get("rows", ""))
    if not importing.own_codes(event, made):
        raise Http404("These are no codes of this event.")
    rows = [["name", "note", "code"], *([row.label, row.note, row.code] for row in made)]
    return csv_table(request, f"{event.slug}-codes", rows)


def _posted(text: str) -> list[importing.Made]:
    """The rows in one field, as a form may have no more than a thousand; empty if they are none."""
    try:
        return [importing.Made(*map(str, each)) for each in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        return []


# Rules --------------------------------------------------------------------------------------------


@event_staff(EventAct.PLAN)
def change_rules(request: PersonRequest, event: Event) -> HttpResponse:
    """The form of the rules of entry."""
    form = RulesForm(sent(request), event=event)
    if form.is_valid():
        with refusing(form):
            rules.change(event, request.user, form.draft())
            return redirect_with(
                request, "The rules of entry are saved.", "event-entry-rules", event.slug
            )
    return desk_page(request, event, "entrants", "entry_rules", {"form": form})
