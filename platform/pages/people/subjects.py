"""A person or a team: the bots, uploads and events that both kinds of pages show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from accounts.models import Membership, Team, User
from accounts.roles import Role
from bots.models import Bot, BotQuerySet, BotVersion


@dataclass(frozen=True, slots=True)
class Subject:
    """``whose`` is for empty states ("Their"); ``since`` is when the person or team came;
    ``query`` filters the list of matches."""

    name: str
    whose: str
    since: datetime
    bots: BotQuerySet
    uploads: QuerySet[BotVersion]
    url: str
    events_url: str
    feed_url: str
    query: str


def of_person(person: User) -> Subject:
    """Uploads are the person's own, whoever owns the bot."""
    name = person.username
    return Subject(
        name=name,
        whose="Their",
        since=person.date_joined,
        bots=Bot.objects.filter(owner=person),
        uploads=BotVersion.objects.filter(uploaded_by=person),
        url=person.get_absolute_url(),
        events_url=reverse("person-events", args=[name]),
        feed_url=reverse("person-feed", args=[name]),
        query=f"person={name}",
    )


def of_team(team: Team) -> Subject:
    """Bots of closed accounts are left out."""
    bots = Bot.objects.filter(team=team, owner__is_active=True)
    return Subject(
        name=team.name,
        whose="Its",
        since=team.created,
        bots=bots,
        uploads=BotVersion.objects.filter(bot__in=bots),
        url=team.get_absolute_url(),
        events_url=reverse("team-events", args=[team.name]),
        feed_url="",
        query=f"team={team.name}",
    )


def members(team: Team) -> list[Membership]:
    """The members with their roles, the highest role first; invitations are no members."""
    memberships = team.memberships.filter(accepted=True, user__is_active=True).select_related(
        "user"
    )
    of_team = Count("user__bots", filter=Q(user__bots__team=team))
    order = list(Role)
    rows = memberships.annotate(bots=of_team).order_by("created", "pk")
    return sorted(rows, key=lambda each: order.index(Role(each.role)))


def teams_of(person: User) -> list[Membership]:
    """The person's memberships with their teams, by name."""
    memberships = person.memberships.filter(accepted=True).select_related("team")
    return list(memberships.order_by("team__name"))
