"""Pages of people and teams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import Team, User
from accounts.roles import Act
from arbiter.serving.kept import kept
from bots.models import Bot
from ladder.climb import reading
from ladder.core import rating as scale
from ladder.events.reading import placements
from ladder.models import Rating
from ladder.ratings import standings
from pages.frame.paging import page_of
from pages.frame.queries import listed, ratings_of
from pages.people import subjects
from pages.people.activity import activity
from pages.people.subjects import Subject

RECENT = 10
"""Results on the page of a person or team; the list of matches has them all."""
EVENTS = 5
"""Events there; all have a page of their own."""


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot with its rating and place on the ladder of its game's default ruleset, and the highest
    rung of the climb; None where it has none."""

    bot: Bot
    rating: Rating | None
    display: scale.Display | None
    rank: standings.Rank | None
    height: reading.Height | None


def _rows_of(bots: Sequence[Bot]) -> list[BotRow]:
    """The number of queries does not depend on the number of bots."""
    ratings = ratings_of(bots)
    placed, climbed = standings.ranks(list(ratings.values())), reading.heights(bots)
    rows = []
    for bot in bots:
        rating = ratings.get(bot.pk)
        shown = standings.display(rating) if rating else None
        rank = placed.get(rating.pk) if rating else None
        rows.append(BotRow(bot, rating, shown, rank, climbed.get(bot.pk)))
    return rows


def _overview(request: HttpRequest, subject: Subject) -> dict[str, object]:
    every = subject.bots.select_related("owner", "active_version").order_by("game", "name", "pk")
    page = page_of(request, every)
    entries = placements.entries_of(subject.bots, request.user)[: EVENTS + 1]
    placed = placements.placements(entries, request.user)
    return {
        "subject": subject,
        "tab": "overview",
        "page": page,
        "rows": _rows_of(list(page.object_list)),
        "matches": listed().of_bots(subject.bots).order_by("-pk")[:RECENT],
        "placements": placed[:EVENTS],
        "more_events": len(placed) > EVENTS,
        "activity": activity(subject, request.user, request.GET.get("year", "")),
    }


def _events(request: HttpRequest, subject: Subject) -> dict[str, object]:
    page = page_of(request, placements.entries_of(subject.bots, request.user))
    placed = placements.placements(list(page.object_list), request.user)
    return {"subject": subject, "tab": "events", "page": page, "placements": placed}


Part = Callable[[HttpRequest, Subject], dict[str, object]]
"""The context of one of the two pages that a person or a team has."""


def _of_person(request: HttpRequest, name: str, page: str, part: Part) -> HttpResponse:
    person = get_object_or_404(User, username__iexact=name, is_active=True)
    if person.username != name:
        return redirect(page, person.username)
    context = {"person": person, "teams": subjects.teams_of(person)}
    context |= part(request, subjects.of_person(person))
    return render(request, f"people/{page.replace('-', '_')}.html", context)


@kept
def person(request: HttpRequest, name: str) -> HttpResponse:
    return _of_person(request, name, "person", _overview)


@kept
def person_events(request: HttpRequest, name: str) -> HttpResponse:
    return _of_person(request, name, "person-events", _events)


def _team(name: str) -> Team:
    """Names of old teams may differ in upper and lower case alone: the exact one comes first."""
    team = Team.objects.filter(name=name).first()
    return team or get_object_or_404(_named(name))


def _named(name: str) -> QuerySet[Team]:
    first = Team.objects.filter(name__iexact=name).order_by("pk").values("pk")[:1]
    return Team.objects.filter(pk__in=first)


def _of_team(request: HttpRequest, name: str, page: str, part: Part) -> HttpResponse:
    team = _team(name)
    if team.name != name:
        return redirect(page, team.name)
    members = subjects.members(team)
    mine = next((each for each in members if each.user_id == request.user.pk), None)
    context = {
        "team": team,
        "members": members,
        "mine": mine,
        "may_edit": mine is not None and team.lets(mine.user, Act.EDIT),
    }
    context |= part(request, subjects.of_team(team))
    return render(request, f"people/{page.replace('-', '_')}.html", context)


@kept
def team(request: HttpRequest, name: str) -> HttpResponse:
    return _of_team(request, name, "team", _overview)


@kept
def team_events(request: HttpRequest, name: str) -> HttpResponse:
    return _of_team(request, name, "team-events", _events)
