"""Everything that the site keeps of one person, as an archive for that person.

Secrets are left out (digests of passwords and tokens, keys of sessions), and so is what others have
of the person, and results that the person may not see yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.db.models import Q, QuerySet

from accounts.models import ApiToken, DeviceLogin, Membership, User
from audit.models import AuditEntry
from bots.models import Bot, BotVersion, BuildRequest
from exports.archive import Content
from exports.models import Export
from exports.tables import Table, fields_of
from ladder.climb.models import RungPassed
from ladder.events.models import Entry
from ladder.ratings.models import OfficialRating, Rating
from ladder.regressions.models import RegressionTest
from maps.models import Map
from matches.models import Match, Seat
from notices.models import Delivery, Notice, Preference, Webhook
from rooms.models import Room
from tries.models import LessonPassed, Try

_SECRET = {
    User: ("password", "is_superuser", "is_house"),
    Authenticator: ("data",),
    UserSession: ("session_key", "data"),
    ApiToken: ("digest", "token_key"),
    DeviceLogin: ("digest", "user_digest"),
    Webhook: ("secret",),
    Try: ("network", "frames", "source"),
    AuditEntry: ("hash", "previous"),
}
"""Columns that stay on the site: they prove who somebody is, or are no data of the person."""


def content_of(person: User) -> Content:
    """The archive of the person's own data."""
    bots = Bot.objects.filter(owner=person)
    versions = BotVersion.objects.filter(bot__in=bots)
    matches = _matches(person, bots)
    tables = [*_account(person), *_work(person, bots, versions), *_results(person, bots, matches)]
    about = {"person": person.username}
    return Content([*tables, *_rest(person)], versions, matches, about)


def _table(name: str, rows: QuerySet[Any], only: Sequence[str] = ()) -> Table:
    left_out = _SECRET.get(rows.model, ())
    fields = only or [field for field in fields_of(rows.model) if field not in left_out]
    return Table(name, rows.order_by("pk"), fields)


def _account(person: User) -> list[Table]:
    return [
        _table("account", User.objects.filter(pk=person.pk)),
        _table("addresses", EmailAddress.objects.filter(user=person)),
        _table("sign_ins", SocialAccount.objects.filter(user=person)),
        _table("second_factors", Authenticator.objects.filter(user=person)),
        _table("sessions", UserSession.objects.filter(user=person)),
        _table("tokens", ApiToken.objects.filter(user=person)),
        _table("program_log_ins", DeviceLogin.objects.filter(user=person)),
        _table("memberships", Membership.objects.filter(user=person)),
        _table("acts", AuditEntry.objects.filter(actor=person)),
    ]


def _work(person: User, bots: QuerySet[Bot], versions: QuerySet[BotVersion]) -> list[Table]:
    return [
        _table("bots", bots),
        _table("versions", versions),
        _table("builds", BuildRequest.objects.filter(owner=person)),
        _table("maps", Map.objects.filter(owner=person)),
        _table("tries", Try.objects.filter(owner=person)),
        _table("lessons", LessonPassed.objects.filter(person=person)),
        _table("regression_tests", RegressionTest.objects.filter(bot__in=bots)),
    ]


def _matches(person: User, bots: QuerySet[Bot]) -> QuerySet[Match]:
    """Matches of the person's bots, of the person on a seat, and those requested, of which the
    person may know."""
    seats = Seat.objects.filter(Q(version__bot__in=bots) | Q(person=person))
    mine = Match.objects.filter(Q(pk__in=seats.values("match")) | Q(requested_by=person))
    return mine.filter(pk__in=Match.objects.visible_to(person).values("pk"))


def _results(person: User, bots: QuerySet[Bot], matches: QuerySet[Match]) -> list[Table]:
    """Seats of others are in the replays; here are the person's own."""
    mine = Q(version__bot__in=bots) | Q(person=person)
    seats = Seat.objects.filter(mine, match__in=matches)
    fields = ("id", "game", "ruleset", "kind", "state", "created", "started", "finished")
    return [
        _table("matches", matches, fields),
        _table("seats", seats, ("match_id", *fields_of(Seat))),
        _table("ratings", Rating.objects.filter(bot__in=bots)),
        _table("official_ratings", OfficialRating.objects.filter(bot__in=bots)),
        _table("rungs", RungPassed.objects.filter(bot__in=bots)),
        _table("event_entries", Entry.objects.filter(bot__in=bots)),
    ]


def _rest(person: User) -> list[Table]:
    return [
        _table("rooms", Room.objects.filter(owner=person)),
        _table("notices", Notice.objects.filter(user=person)),
        _table("notice_settings", Preference.objects.filter(user=person)),
        _table("webhooks", Webhook.objects.filter(user=person)),
        _table("deliveries", Delivery.objects.filter(user=person)),
        _table("exports", Export.objects.filter(person=person)),
    ]
