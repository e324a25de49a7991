"""The page on which a person, team, bot, event or map is reported to the organizers."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve

from accounts import moderation
from accounts.models import Report, Team, User
from maps.models import Map
from pages.frame.access.finding import find_bot, find_event
from pages.frame.access.permissions import PersonRequest
from pages.frame.acts import form_page, redirect_with, refusing
from pages.frame.fields.forms import area_field, sent

Kind = Report.Kind


class ReportForm(forms.Form):
    text = area_field(
        "What is wrong with it?",
        moderation.LONGEST_REPORT,
        5,
        "The organizers read it, and see that it is from you. Others do not.",
    )


@login_required
def report(request: PersonRequest) -> HttpResponse:
    kind, name, path = _target(request, request.GET.get("of", ""))
    form = ReportForm(sent(request))
    if form.is_valid():
        with refusing(form):
            moderation.report(request.user, kind, name, path, form.cleaned_data["text"])
            done = f"{name} is reported. An organizer will look at it."
            return redirect_with(request, done, path)
    context = {"form": form, "name": name, "path": path}
    return form_page(request, "people/report.html", context)


def _target(request: PersonRequest, path: str) -> tuple[Kind, str, str]:
    """The kind, name and address of what has this page; Http404 where it is none of these."""
    try:
        match = resolve(path)
    except Resolver404:
        raise Http404("There is no such page.") from None
    given = match.kwargs
    match match.view_name:
        case "person":
            person = get_object_or_404(User, username__iexact=given["name"], is_active=True)
            return Kind.PERSON, person.username, person.get_absolute_url()
        case "team":
            team = get_object_or_404(Team, name=given["name"])
            return Kind.TEAM, team.name, team.get_absolute_url()
        case "bot":
            bot = find_bot(given["owner"], given["name"])
            return Kind.BOT, str(bot), bot.get_absolute_url()
        case "event":
            event = find_event(request, given["slug"]).event
            return Kind.EVENT, event.name, event.get_absolute_url()
        case "map":
            maps = Map.objects.visible_to(request.user)
            the_map = get_object_or_404(maps, pk=given["pk"])
            return Kind.MAP, str(the_map), the_map.get_absolute_url()
    raise Http404("Nothing on this page can be reported.")
