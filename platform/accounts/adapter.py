"""Additions to allauth's accounts: rules for names, log-in and the addresses of mails."""

# The base classes are untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import logging
import smtplib
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailConfirmationHMAC
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from accounts.addresses import is_confirmed, waiting_address
from accounts.models import NAME, User
from arbiter.redirects import local_address
from audit import services as audit

logger = logging.getLogger(__name__)

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


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": (
            "Too many wrong passwords for this account from your network address. "
            "Wait 5 minutes, or reset the password."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> Any:
        NAME(username)
        return super().clean_username(username, shallow)

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
        found = User.objects.filter(username__iexact=login).first()
        if found is None and "@" in login:
            found = next(iter(filter_users_by_email(login, prefer_verified=True)), None)
        account = f"account {found.pk}" if found else f"login {login.lower()}"
        return f"{account} from {self.get_client_ip(request)}"

    # Mail ------------------------------------------------------------------------------------

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, if the address is confirmed or the mail asks to confirm it.

        A mail server that is away stops nobody: the page of the address sends the link again.
        """
        asks = template_prefix.startswith(CONFIRMATION)
        if not asks and not is_confirmed(email):
            return
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, smtplib.SMTPException) as error:
            logger.warning("a mail (%s) could not be sent: %s", template_prefix, error)
            if asks and self.request.user.is_authenticated:
                messages.error(
                    self.request,
                    "The mail to confirm your address could not be sent: the mail server does not "
                    "answer. Send it again later under Settings, E-mail.",
                )

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Note a change of an account in the audit trail, and mail it to the owner."""
        change = CHANGES.get(template_prefix, "changed the account")
        audit.record(user, user, change)
        more = {**(context or {}), "user": user, "change": change}
        super().send_notification_mail("account/email/changed", user, more, email)

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

    def send_password_reset_mail(self, user: User, email: str, context: dict[str, Any]) -> None:
        """Send the link to a new password; first to an address that is not confirmed, a mail
        that asks to confirm it."""
        if is_confirmed(email):
            super().send_password_reset_mail(user, email, context)
            return
        confirmation = EmailConfirmationHMAC.create(waiting_address(user, email))
        url = self.get_email_confirmation_url(self.request, confirmation)
        self.send_mail(f"{CONFIRMATION}_first", email, {"user": user, "activate_url": url})
