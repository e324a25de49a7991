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

from accounts.models import ApiToken, DeviceLogin, Membership, Report, User
from audit.models import AuditEntry
from bots.models import Bot, BotOffer, BotVersion, BuildRequest
from exports.archive import Content
from exports.models import Export
from exports.tables import Table, fields_of
from following.models import Digest, FeedAddress, Follow, Target
from ladder.climb.models import RungPassed
from ladder.events.models import (
    CircuitMember,
    Entry,
    EntryConsent,
    EventMember,
    FreezeExemption,
    Invitation,
    Question,
    WaitingPlace,
)
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
    FeedAddress: ("key",),
    Invitation: ("digest", "note", "created_by"),
    Report: ("answered_by", "answer"),
    FreezeExemption: ("by",),
    Try: ("network", "frames", "source"),
}
"""Columns that stay on the site: they prove who somebody is, or are no data of the person."""


def content_of(person: User) -> Content:
    """The archive of the person's own data.

    Of the matches it has those of which the person may know, and of these the person's own seats.
    """
    bots = Bot.objects.filter(owner=person)
    versions = BotVersion.objects.filter(bot__in=bots)
    visible = Match.objects.visible_to(person)
    every = _seats(person, versions)
    matches = visible.filter(Q(pk__in=every.values("match")) | Q(requested_by=person))
    seats = every.filter(match__in=visible.values("pk"))
    tables = [*_account(person), *_work(person, bots, versions), *_results(bots, matches, seats)]
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
        _table("reports", Report.objects.filter(by=person)),
        _table("memberships", Membership.objects.filter(user=person)),
        _table("event_roles", EventMember.objects.filter(person=person)),
        _table("circuit_roles", CircuitMember.objects.filter(person=person)),
        _table("questions", Question.objects.filter(asker=person)),
        _table("acts", AuditEntry.objects.filter(actor=person)),
    ]


def _work(person: User, bots: QuerySet[Bot], versions: QuerySet[BotVersion]) -> list[Table]:
    return [
        _table("bots", bots),
        _table("versions", versions),
        _table("bot_offers", BotOffer.objects.filter(Q(by=person) | Q(person=person))),
        _table("builds", BuildRequest.objects.filter(owner=person)),
        _table("maps", Map.objects.filter(owner=person)),
        _table("tries", Try.objects.filter(owner=person)),
        _table("lessons", LessonPassed.objects.filter(person=person)),
        _table("regression_tests", RegressionTest.objects.filter(bot__in=bots)),
    ]


def _seats(person: User, versions: QuerySet[BotVersion]) -> QuerySet[Seat]:
    """Seats of the person's bots, and of the person.

    The versions are read first: subqueries within subqueries are too deep for SQLite.
    """
    mine = Q(version__in=list(versions.values_list("pk", flat=True))) | Q(person=person)
    return Seat.objects.filter(mine)


def _results(bots: QuerySet[Bot], matches: QuerySet[Match], seats: QuerySet[Seat]) -> list[Table]:
    fields = ("id", "game", "ruleset", "kind", "state", "created", "started", "finished")
    return [
        _table("matches", matches, fields),
        _table("seats", seats, ("match_id", *fields_of(Seat))),
        _table("ratings", Rating.objects.filter(bot__in=bots)),
        _table("official_ratings", OfficialRating.objects.filter(bot__in=bots)),
        _table("rungs", RungPassed.objects.filter(bot__in=bots)),
        _table("event_entries", Entry.objects.filter(bot__in=bots)),
        _table("event_waiting", WaitingPlace.objects.filter(bot__in=bots)),
    ]


def _rest(person: User) -> list[Table]:
    return [
        _table("event_invitations", Invitation.objects.filter(person=person)),
        _table("entry_consent", EntryConsent.objects.filter(person=person)),
        _table("freeze_exemptions", FreezeExemption.objects.filter(person=person)),
        _table("rooms", Room.objects.filter(owner=person)),
        _table("notices", Notice.objects.filter(user=person)),
        _table("notice_settings", Preference.objects.filter(user=person)),
        _table("follows", Follow.objects.filter(follower=person)),
        _table("followed", Target.objects.filter(follows__follower=person)),
        _table("feed_addresses", FeedAddress.objects.filter(user=person)),
        _table("digests", Digest.objects.filter(user=person)),
        _table("webhooks", Webhook.objects.filter(user=person)),
        _table("deliveries", Delivery.objects.filter(user=person)),
        _table(
            "exports", Export.objects.filter(Q(person=person) | Q(by=person, event__isnull=False))
        ),
    ]
