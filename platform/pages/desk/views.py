"""The organizers' desk: what runs, what is stuck, and what may be done about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts import moderation
from accounts.models import Report, Team, User
from arbiter.serving.redirects import back
from bots import identity, pausing
from bots import services as bot_services
from bots.models import Bot, BotVersion
from controls import services as controls
from ladder.corrections import services
from ladder.events.models import Event
from ladder.events.planning import renaming
from ladder.models import Season
from ladder.seasons import current
from maps import services as map_services
from maps.models import Map
from matches.models import Match
from pages.desk import needs, queries
from pages.frame.access.permissions import PersonRequest, organizer_act, organizer_page
from pages.frame.acts import given_reason, reported


@dataclass(frozen=True)
class Act:
    """An action of organizers: the function of a service, and the words of its success."""

    model: type[Model]
    verb: Callable[[Any, Any, str], object]
    done: str


ACTS = {
    "void-match": Act(Match, services.void_unrated, "is void"),
    "restore-match": Act(Match, services.restore_unrated, "counts again"),
    "rebuild-version": Act(BotVersion, bot_services.rebuild, "is being built again"),
    "deactivate-bot": Act(Bot, bot_services.deactivate, "is out of play"),
    "reactivate-bot": Act(Bot, bot_services.reactivate, "plays again"),
    "resume-bot": Act(Bot, pausing.resume, "is paired again"),
    "rename-bot": Act(Bot, identity.rename, "has a neutral name"),
    "rename-map": Act(Map, map_services.rename, "has a neutral name"),
    "rename-event": Act(Event, renaming.rename, "has a neutral name"),
    "rename-team": Act(Team, moderation.rename_team, "has a neutral name"),
    "rename-person": Act(User, moderation.rename_person, "has a neutral name"),
    "close-person": Act(User, moderation.close, "is closed"),
    "reopen-person": Act(User, moderation.reopen, "is open again"),
    "approve-person": Act(User, moderation.approve, "is approved"),
    "answer-report": Act(Report, moderation.answer, "is answered"),
    "pause-season": Act(Season, current.pause, "is paused"),
    "resume-season": Act(Season, current.resume, "continues"),
}


@organizer_page
def desk(request: PersonRequest) -> HttpResponse:
    typed = request.GET.get("bot", "").strip()
    events = queries.events()
    context = {
        "counts": queries.counts(),
        "needs": needs.needs(events),
        "failed_builds": queries.failed_builds(),
        "events": events,
        "running": queries.running(),
        "builds": queries.builds_on_the_way(),
        "seasons": queries.seasons(),
        "seasons_hold": controls.seasons_hold(),
        "words": typed,
        "found": queries.find_bots(typed) if typed else None,
        "out_of_play": None if typed else queries.bots_out_of_play(),
        "entries": queries.audit_entries(),
        "back": request.get_full_path(),
    }
    return render(request, "desk/desk.html", context)


@organizer_act
def act(request: PersonRequest, name: str, pk: int) -> HttpResponse:
    """Do one of `ACTS` for a reason; the service writes the audit entry."""
    if name not in ACTS:
        raise Http404(f"There is no act “{name}”.")
    chosen = ACTS[name]
    target = get_object_or_404(chosen.model, pk=pk)
    with reported(request, f"{target} {chosen.done}.", f"Nothing was done to {target}: "):
        chosen.verb(target, request.user, given_reason(request))
    return back(request, "desk")
