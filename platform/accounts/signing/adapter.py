"""Additions to allauth's accounts: rules for names, log-in and the addresses of mails."""

# The base classes are untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailConfirmationHMAC
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from allauth.core.internal.httpkit import HTTP_USER_AGENT_MAX_LENGTH
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from accounts import naming
from accounts.models import NAME, User
from accounts.signals import mail_written
from accounts.signing import sign_up
from accounts.signing.addresses import confirmed_of, is_confirmed, owner_of, waiting_address
from arbiter.links import absolute, site_host
from arbiter.serving.redirects import local_address
from audit import services as audit

CONFIRMATION = "account/email/email_confirmation"
"""Templates of mails that ask their reader to confirm the address begin so."""

CHANGES = {
    "account/email/password_changed": "changed the password",
    "account/email/password_set": "set a password",
    "account/email/password_reset": "reset the password",
    "account/email/email_changed": "changed the e-mail address",
    "account/email/email_deleted": "removed an e-mail address",
    "mfa/email/totp_activated": "turned on two-factor codes",
    "mfa/email/totp_deactivated": "turned off two-factor codes",
    "socialaccount/email/account_connected": "connected a sign-in by another site",
    "socialaccount/email/account_disconnected": "disconnected a sign-in by another site",
    "mfa/email/webauthn_added": "added a passkey",
    "mfa/email/webauthn_removed": "removed a passkey",
    "mfa/email/recovery_codes_generated": "made new recovery codes",
}
"""Allauth's notifications of changes of an account: what the owner did."""
WARNING = "account/email/changed"
GONE = "account/email/address_gone"
"""The warning to an address that is no longer the account's."""


WRONG = "The name, the e-mail address or the password is not correct."


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": (
            "Too many wrong passwords for this account from your network address. "
            "Wait 5 minutes, or reset the password."
        ),
        "username_password_mismatch": WRONG,
        "email_password_mismatch": WRONG,
        "username_taken": "This name is taken. Choose another one.",
        "username_blacklisted": "This name is reserved. Choose another one.",
    }

    def clean_username(self, username: str, shallow: bool = False) -> Any:
        NAME(username)
        if naming.is_reserved(naming.Kind.PERSON, username):
            raise self.validation_error("username_blacklisted")
        return super().clean_username(username, shallow)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return sign_up.mode() is not sign_up.Mode.CLOSED

    @transaction.atomic
    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Save a new account, which may have to wait for an organizer's approval."""
        made: User = super().save_user(request, user, form, commit)
        if commit and sign_up.mode() is sign_up.Mode.APPROVAL:
            sign_up.await_approval(made)
        return made

    def is_safe_url(self, url: str) -> bool:
        """Whether a log-in may lead to ``url``."""
        return local_address(context.request, url) is not None

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Every way in passes here.  The house owns bots and has no person behind it."""
        if user.is_house:
            closed: HttpResponse = self.respond_user_inactive(request, user)
            return closed
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether the person has to enter the password again: not soon after a log-in."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        oldest = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
        records = get_authentication_records(self.request, self.request.user)
        return not any(record["at"] > oldest for record in records)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Wrong passwords count for the pair of network address and account.

        The owner, at another address, can log in whatever somebody else tries.  A name and an
        e-mail address of one account are one key.
        """
        login = credentials.get("email") or credentials.get("username") or ""
        user = User.objects.filter(username__iexact=login).first()
        if user is None and "@" in login:
            user = next(iter(filter_users_by_email(login, prefer_verified=True)), None)
        address = self.get_client_ip(request)
        if user:
            return f"account {user.pk} from {address}"
        return f"login {login.lower()} from {address}"

    # Mail ------------------------------------------------------------------------------------

    def format_email_subject(self, subject: str) -> str:
        return f"[Arbiter] {subject}"

    def get_reset_password_from_key_url(self, key: str) -> str:
        return absolute(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return absolute(super().get_email_confirmation_url(request, emailconfirmation))

    def send_account_already_exists_mail(self, email: str) -> None:
        reset = absolute(reverse("account_reset_password"))
        self.send_mail("account/email/account_already_exists", email, {"password_reset_url": reset})

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Send a mail, if the address is confirmed or the mail asks to confirm it."""
        if template_prefix.startswith(CONFIRMATION) or is_confirmed(email):
            self.write([email], template_prefix, context)

    def write(
        self, addresses: Iterable[str], template_prefix: str, context: dict[str, object]
    ) -> None:
        """Put a mail to each address into the outbox, which tries until the server takes it.

        It greets the ``user`` of the context, or else the owner of the address: never the person
        whose request has the mail sent.
        """
        for address in addresses:
            user = context.get("user") or owner_of(address)
            values = {"email": address, "site": site_host(), **context, "user": user}
            mail = self.render_mail(template_prefix, address, values)
            mail_written.send(
                sender=User, address=address, subject=str(mail.subject), body=str(mail.body)
            )

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        """Note a change of an account in the audit trail, and warn the owner at all confirmed
        addresses, whichever one allauth would choose."""
        change = CHANGES.get(template_prefix, "changed the account")
        audit.record(user, user, change)
        self.warn(user, change, confirmed_of(user))

    def warn(
        self, user: User, change: str, addresses: Iterable[str], template_prefix: str = WARNING
    ) -> None:
        """Tell the owner what was done to the account, and from where if a request did it."""
        values = {"user": user, "change": change, "timestamp": timezone.now()}
        if self.request is not None:
            values["ip"] = self.get_client_ip(self.request)
            values["user_agent"] = self.get_http_user_agent(self.request)[
                :HTTP_USER_AGENT_MAX_LENGTH
            ]
        self.write(addresses, template_prefix, values)

    @transaction.atomic
    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """Confirm an address.  It takes the place of those that the owner had confirmed before:
        they are warned, too."""
        user = email_address.user
        before = confirmed_of(user)
        confirmed: bool = super().confirm_email(request, email_address)
        gone = [address for address in before if address not in confirmed_of(user)]
        self.warn(user, CHANGES["account/email/email_changed"], gone, GONE)
        return confirmed

    def can_delete_email(self, email_address: Any) -> bool:
        """A confirmed address leaves its account only when another one takes its place, so that
        the owner can always be warned."""
        return not email_address.verified and bool(super().can_delete_email(email_address))

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask to confirm an address.  The owner of an account that has confirmed it already
        reads that somebody tried to use it; the page looks the same for whoever tried."""
        address = emailconfirmation.email_address
        if not address.verified and is_confirmed(address.email):
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, object]) -> None:
        """Send the link to a new password; first to an address that is not confirmed, a mail
        that asks to confirm it."""
        if is_confirmed(email):
            super().send_password_reset_mail(user, email, context)
            return
        confirmation = EmailConfirmationHMAC.create(waiting_address(user, email))
        url = self.get_email_confirmation_url(self.request, confirmation)
        self.send_mail(f"{CONFIRMATION}_first", email, {"user": user, "activate_url": url})
