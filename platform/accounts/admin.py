"""People, teams and tokens in the organizers' admin."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from accounts import moderation
from accounts.models import (
    ApiToken,
    DeviceLogin,
    FormerName,
    Membership,
    Report,
    SignUpCode,
    SignUpRule,
    Team,
    User,
)
from audit.records import Record, RecordInline, act

admin.site.site_header = admin.site.site_title = "Arbiter"
admin.site.index_title = "Accounts and deliveries"
# One way in, with the limits on guessing that the site's own login has.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.unregister(Group)  # organizers are all alike
admin.site.unregister(Authenticator)  # its secrets stay out of sight
# The environment has clients of other sites; what they say of a person is the person's own.
admin.site.unregister((SocialAccount, SocialApp, SocialToken))
admin.site.unregister(UserSession)  # a session's key is as good as a password
admin.site.unregister(EmailAddress)  # allauth's form lets any address be typed in as confirmed


@admin.register(User)
class UserAdmin(Record):
    """Passwords are not set here: people reset their own."""

    list_display = ["username", "email", "bots_count", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff", "is_house"]
    search_fields = ["username", "email"]
    date_hierarchy = "date_joined"
    fields = [
        "username",
        "email",
        "about",
        "affiliation",
        "link",
        "time_zone",
        "is_active",
        "closed_at",
        "closed_why",
        "is_staff",
        "is_house",
        "date_joined",
        "last_login",
    ]
    editable = ("about", "affiliation", "link", "is_staff")
    actions = [
        act(moderation.close, "Close the account, for the reason"),
        act(moderation.reopen, "Open the account again, for the reason"),
        act(moderation.rename_person, "Replace the name, for the reason"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return User.objects.annotate(bots_n=Count("bots"))

    @admin.display(description="bots", ordering="bots_n")
    def bots_count(self, user: Any) -> int:
        return int(user.bots_n)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Organizers do not close each other's accounts; that is for superusers."""
        allowed = super().has_change_permission(request, obj)
        if obj is None or request.user.is_superuser:
            return allowed
        return allowed and not obj.is_staff

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Only superusers decide who is an organizer."""
        fixed = super().get_readonly_fields(request, obj)
        return fixed if request.user.is_superuser else [*fixed, "is_staff"]


class MembershipInline(RecordInline):
    model = Membership
    readonly_fields = ["user", "role", "accepted", "created"]


@admin.register(Team)
class TeamAdmin(Record):
    list_display = ["name", "created"]
    search_fields = ["name", "members__username"]
    inlines = [MembershipInline]
    editable = ("about", "link")
    actions = [act(moderation.rename_team, "Replace the name, for the reason")]


@admin.register(ApiToken)
class ApiTokenAdmin(Record):
    """A stolen token can be revoked; whose it is and what it digests to never changes."""

    list_display = ["name", "user", "token_key", "scopes", "created", "expiry", "last_used"]
    search_fields = ["name", "user__username", "token_key"]
    list_select_related = ["user"]
    exclude = ["digest"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._is_organizer(request)


@admin.register(DeviceLogin)
class DeviceLoginAdmin(Record):
    list_display = ["client", "state", "user", "address", "created", "expires"]
    list_filter = ["state"]
    search_fields = ["client", "user__username", "address"]
    list_select_related = ["user"]
    exclude = ["digest", "user_digest", "sender"]


@admin.register(EmailAddress)
class EmailAddressAdmin(Record):
    list_display = ["email", "user", "verified", "primary"]
    list_filter = ["verified"]
    search_fields = ["email", "user__username"]
    list_select_related = ["user"]


@admin.register(FormerName)
class FormerNameAdmin(Record):
    list_display = ["kind", "target", "reserved", "until", "created"]
    list_filter = ["kind", "reserved"]


@admin.register(Report)
class ReportAdmin(Record):
    list_display = ["name", "kind", "by", "created", "answered_at", "answered_by"]
    list_filter = ["kind"]
    list_select_related = ["by", "answered_by"]
    search_fields = ["name", "by__username", "text"]
    actions = [act(moderation.answer, "Answer, with the reason")]


@admin.register(SignUpRule)
class SignUpRuleAdmin(Record):
    list_display = ["mode"]


@admin.register(SignUpCode)
class SignUpCodeAdmin(Record):
    list_display = ["note", "left", "expires", "created_by"]
    list_select_related = ["created_by"]
    exclude = ["digest"]
