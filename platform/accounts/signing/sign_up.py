"""How new accounts come to be: open, by approval, by invitation, or not at all."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.models import SignUpCode, SignUpRule, User
from accounts.permissions import require_organizer
from accounts.signals import notice_written
from accounts.signing.codes import digest_of, new_token
from arbiter import texts
from arbiter.serving.kept import forget
from audit import services as audit

Mode = SignUpRule.Mode

DAYS = 30
"""Days for which an invitation works."""
MOST_ACCOUNTS = 500
"""Accounts that one invitation may allow."""


def mode() -> Mode:
    """The choice of organizers at the desk, or else the setting."""
    row = SignUpRule.objects.first()
    return Mode(row.mode if row else settings.SIGN_UP)


@transaction.atomic
def choose(by: User, wanted: str) -> None:
    """Choose how people sign up from now on; "" goes back to the setting."""
    by = require_organizer(by)
    if wanted and wanted not in Mode.values:
        raise ValidationError(f"“{wanted}” is no way to sign up. Choose one of the list.")
    SignUpRule.objects.all().delete()
    row = SignUpRule(mode=wanted or settings.SIGN_UP)
    if wanted:
        row.save()
    audit.record(by, row, f"chose for sign-up: {row.get_mode_display()}")
    forget()


@transaction.atomic
def invite(by: User, note: str, accounts: int) -> str:
    """Make an invitation that allows a number of accounts; its code, which is shown once."""
    by = require_organizer(by)
    text = note.strip()
    texts.require_lines(note=text)
    if not text:
        raise ValidationError({"note": "Say for whom the invitation is."})
    if not 1 <= accounts <= MOST_ACCOUNTS:
        raise ValidationError({"accounts": f"Enter a number from 1 to {MOST_ACCOUNTS}."})
    code = new_token(12)
    made = SignUpCode.objects.create(
        digest=digest_of(code),
        note=text,
        left=accounts,
        expires=timezone.now() + timedelta(days=DAYS),
        created_by=by,
    )
    audit.record(by, made, f"invited {accounts} to sign up")
    return code


@transaction.atomic
def revoke(made: SignUpCode, by: User) -> None:
    """Take an invitation back.  Accounts that came by it stay."""
    by = require_organizer(by)
    audit.record(by, made, "took the invitation back")
    made.delete()


def use(code: str, *, account: bool = True) -> None:
    """Count an account for the invitation, or only check it where no ``account`` is made.
    ValidationError where it allows none."""
    rows = SignUpCode.objects.filter(
        digest=digest_of(code.strip()), left__gt=0, expires__gt=timezone.now()
    )
    if not (rows.update(left=F("left") - 1) if account else rows.exists()):
        raise ValidationError(
            "This invitation is not known, is used up or has expired. Ask an organizer for another."
        )


def await_approval(person: User) -> None:
    """The new account cannot log in before an organizer approves it; organizers are notified."""
    person.is_active, person.waits_since = False, timezone.now()
    person.save(update_fields=["is_active", "waits_since"])
    notice_written.send(
        sender=User,
        kind="sign_up.waits",
        people=list(User.objects.filter(is_staff=True, is_active=True)),
        text=f"{person} has signed up, and waits for approval.",
        path=reverse("desk-people"),
        data={"person": person.username},
        letter={"about": "sign-up", "title": f"{person} waits for approval", "thread": "sign-up"},
    )
