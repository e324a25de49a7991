"""Old addresses of what has another name or owner now lead to the new ones."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse

from accounts import naming
from accounts.models import Team, User
from accounts.naming import Kind
from arbiter.serving import Middleware
from arbiter.serving.redirects import local_address
from bots.models import Bot
from ladder.events.models import Event

READING = ("GET", "HEAD")


class ForwardingMiddleware(Middleware):
    """Redirects a reader who finds nothing to where it is now, on pages and in the API."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 404 or request.method not in READING:
            return response
        return _forwarded(request) or response


def _forwarded(request: HttpRequest) -> HttpResponse | None:
    match = request.resolver_match
    if match is None or not match.kwargs:
        return None
    now = _now(match.view_name.rpartition(":")[2], match.kwargs)
    if now is None or now == match.kwargs:
        return None
    try:
        path = reverse(match.view_name, kwargs=now)
    except NoReverseMatch:
        return None
    query = request.META.get("QUERY_STRING", "")
    there = local_address(request, f"{path}?{query}")
    return redirect(there) if query and there else redirect(path)


def _now(view: str, names: dict[str, object]) -> dict[str, object] | None:
    """The arguments of the address that stands for these now; None where nothing leads on."""
    names_now: dict[str, str] | None = None
    if "owner" in names and "name" in names:
        bot = _bot(str(names["owner"]), str(names["name"]))
        names_now = {"owner": bot.owner.username, "name": bot.name} if bot else None
    elif "slug" in names:
        slug = _event(str(names["slug"]))
        names_now = {"slug": slug} if slug else None
    elif "name" in names and view.startswith("person"):
        person = _person(str(names["name"]))
        names_now = {"name": person.username} if person else None
    elif "name" in names and view.startswith("team"):
        team = Team.objects.filter(pk=naming.leads_to(Kind.TEAM, str(names["name"]))).first()
        names_now = {"name": team.name} if team else None
    return None if names_now is None else {**names, **names_now}


def _person(name: str) -> User | None:
    rows = User.objects.filter(is_active=True)
    return rows.filter(pk=naming.leads_to(Kind.PERSON, name)).first()


def _event(slug: str) -> str | None:
    rows = Event.objects.exclude(state=Event.State.DRAFT)
    return rows.filter(pk=naming.leads_to(Kind.EVENT, slug)).values_list("slug", flat=True).first()


def _bot(owner: str, name: str) -> Bot | None:
    """Of an owner by a name of now or before, the bot that has the name now or had it last."""
    person = User.objects.filter(username__iexact=owner).first() or _person(owner)
    if person is None:
        return None
    rows = Bot.objects.select_related("owner").filter(owner__is_active=True)
    bot = rows.filter(owner=person, name__iexact=name).first()
    return bot or rows.filter(pk=naming.leads_to(Kind.BOT, name, person.pk)).first()
