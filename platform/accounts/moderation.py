"""Acts of organizers on accounts and names, and what people report to them.

Each act has a reason, which the audit trail keeps and the person concerned reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailConfirmationHMAC
from allauth.core import context
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts import naming
from accounts.deletion import neutral_name
from accounts.models import FormerName, Report, Team, User
from accounts.permissions import require_organizer, require_reason
from accounts.signals import account_closed, notice_written
from accounts.signing.addresses import confirmed_of, waiting_address
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from audit import services as audit

MOST_REPORTS = 5
"""Reports of one person that wait for an answer."""
LONGEST_REPORT = 1000
_READERS = "the person will read it"


# Accounts -----------------------------------------------------------------------------------------


@transaction.atomic
def close(person: User, by: User, reason: str) -> None:
    """Close an account: nobody logs in to it, its pages are gone, and its bots do not play."""
    person, why = _concerned(person, by, reason)
    if person.is_closed and not person.waits_since:
        raise ValidationError(f"The account of {person} is closed already.")
    # An account that waited has confirmed no address yet, but its mail says that one will come.
    addresses = [person.email] if person.waits_since else confirmed_of(person)
    person.is_active, person.waits_since = False, None
    person.closed_at, person.closed_why = timezone.now(), why
    person.save(update_fields=["is_active", "waits_since", "closed_at", "closed_why"])
    for session in UserSession.objects.filter(user=person):
        session.end()
    account_closed.send(sender=User, person=person)
    audit.record(by, person, "closed the account", why)
    values = {"user": person, "reason": why}
    get_adapter().write(filter(None, addresses), "account/email/closed", values)
    forget()


@transaction.atomic
def reopen(person: User, by: User, reason: str) -> None:
    """Open a closed account again; everything that belongs to it comes back."""
    person, why = _concerned(person, by, reason)
    if not person.is_closed or person.waits_since:
        raise ValidationError(f"The account of {person} is not closed.")
    person.is_active, person.closed_at, person.closed_why = True, None, ""
    person.save(update_fields=["is_active", "closed_at", "closed_why"])
    audit.record(by, person, "opened the account again", why)
    _mail(person, "account/email/opened", {"reason": why})
    forget()


@transaction.atomic
def approve(person: User, by: User, reason: str = "") -> None:
    """Let a person log in who signed up while organizers approve each account."""
    by = require_organizer(by)
    person = lock(User.objects).get(pk=person.pk)
    if not person.waits_since:
        raise ValidationError(f"The account of {person} does not wait for approval.")
    person.is_active, person.waits_since = True, None
    person.save(update_fields=["is_active", "waits_since"])
    audit.record(by, person, "approved the account", reason)
    if person.email:
        # The address is not confirmed yet, so the mail is one that asks to confirm it.
        adapter, address = get_adapter(), waiting_address(person, person.email)
        key = EmailConfirmationHMAC.create(address)
        url = adapter.get_email_confirmation_url(context.request, key)
        template = "account/email/email_confirmation_approved"
        adapter.write([person.email], template, {"user": person, "activate_url": url})


def _concerned(person: User, by: User, reason: str) -> tuple[User, str]:
    """The locked row and the reason; PermissionDenied or ValidationError where ``by`` may not act
    on this account."""
    by = require_organizer(by)
    why = require_reason(reason, _READERS)
    person = lock(User.objects).get(pk=person.pk)
    if person.is_house or person.deleted_at:
        raise ValidationError(f"Nothing can be done to the account {person}.")
    if person.pk == by.pk:
        raise ValidationError("This is your own account. Ask another organizer.")
    if person.is_staff and not by.is_superuser:
        raise PermissionDenied("Only a superuser may act on the account of an organizer.")
    return person, why


def _mail(person: User, template: str, values: Mapping[str, Any]) -> None:
    get_adapter().write(confirmed_of(person), template, {"user": person, **values})


# Names --------------------------------------------------------------------------------------------


@transaction.atomic
def rename_person(person: User, by: User, reason: str) -> None:
    """Replace a person's name, and the texts of the profile, by a neutral name."""
    person, why = _concerned(person, by, reason)
    old, person.username = person.username, neutral_name(person, "person")
    naming.give_up(naming.Kind.PERSON, old, person.pk)
    person.about = person.affiliation = person.link = ""
    person.save(update_fields=["username", "about", "affiliation", "link"])
    audit.record(by, person, f"replaced the name {old}", why)
    _mail(person, "account/email/renamed", {"old": old, "reason": why})
    forget()


@transaction.atomic
def rename_team(team: Team, by: User, reason: str) -> None:
    """Replace a team's name, and the texts of its page, by a neutral name."""
    by, why = require_organizer(by), require_reason(reason, "the team's members will read it")
    team = lock(Team.objects).get(pk=team.pk)
    others = Team.objects.exclude(pk=team.pk)
    neutral = naming.neutral(
        "team", team.pk, lambda name: others.filter(name__iexact=name).exists()
    )
    old, team.name = team.name, neutral
    naming.give_up(naming.Kind.TEAM, old, team.pk)
    team.about = team.link = ""
    team.save(update_fields=["name", "about", "link"])
    audit.record(by, team, f"replaced the name {old}", why)
    members = list(User.objects.filter(memberships__team=team, memberships__accepted=True))
    tell_renamed("team", members, old, team, why)
    forget()


def tell_renamed(kind: str, people: list[User], old: str, now: Any, why: str) -> None:
    """Notify people of the new name of something of theirs, which ``now`` is."""
    notice_written.send(
        sender=FormerName,
        kind="name.replaced",
        people=people,
        text=f"The organizers replaced the name of your {kind} {old}: it is {now} now. "
        f"Reason: {why}",
        path=now.get_absolute_url(),
        data={"kind": kind, "name": str(now), "reason": why},
        letter={"about": str(now), "title": "its name is replaced"},
    )


# Reports ------------------------------------------------------------------------------------------


@transaction.atomic
def report(by: User, kind: Report.Kind, name: str, path: str, text: str) -> Report:
    """Report something to the organizers, who are notified."""
    by = lock(User.objects).get(pk=by.pk)
    details = text.strip()
    if not details:
        raise ValidationError({"text": "Say what is wrong with it."})
    if len(details) > LONGEST_REPORT:
        raise ValidationError({"text": f"Write at most {LONGEST_REPORT} characters."})
    texts.require_texts(text=details)
    waiting = Report.objects.filter(by=by, answered_at=None)
    if waiting.filter(path=path).exists():
        raise ValidationError(f"You have reported {name} already. The organizers will read it.")
    if waiting.count() >= MOST_REPORTS:
        raise ValidationError(
            f"{MOST_REPORTS} of your reports wait for an answer. Wait until one is answered."
        )
    made = Report.objects.create(kind=kind, name=name[:100], path=path, text=details, by=by)
    notice_written.send(
        sender=Report,
        kind="report",
        people=list(User.objects.filter(is_staff=True, is_active=True)),
        text=f"{by} reports the {kind.label} {name}.",
        path=reverse("desk-people"),
        data={"report": made.pk, "kind": kind.value, "target": name},
        letter={"about": name, "title": f"reported by {by}", "details": details},
    )
    return made


@transaction.atomic
def answer(report: Report, by: User, reason: str) -> None:
    """Take a report from the queue, with what was done about it."""
    by = require_organizer(by)
    why = require_reason(reason)
    rows = Report.objects.filter(pk=report.pk, answered_at=None)
    if not rows.update(answered_at=timezone.now(), answered_by=by, answer=why):
        raise ValidationError("The report is answered already.")
    audit.record(by, report, "answered the report", why)
