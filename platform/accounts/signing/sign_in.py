"""Sign-in by accounts of other sites."""

# The base class is untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

import logging
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal.flows.signup import redirect_to_signup
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base import AuthProcess
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from requests import RequestException

from accounts.models import User
from arbiter.serving import Middleware

logger = logging.getLogger(__name__)
_PROVIDERS = "allauth.socialaccount.providers"
_OWN = frozenset(("", "same-origin", "none"))
"""Values of ``Sec-Fetch-Site`` of a link of this site, an address that somebody typed, and old
browsers, which do not send the header."""


class SignInAdapter(DefaultSocialAccountAdapter):
    error_messages = DefaultSocialAccountAdapter.error_messages | {
        "email_taken": (
            "An account of this site has this e-mail address. Log in to it, "
            "then connect %s under Settings, Sign-in."
        ),
        "connected_other": "Somebody else's account of this site is connected to it.",
        "no_password": "This is your only way to log in. Set a password first.",
        "no_verified_email": "Confirm your e-mail address first, to reset a forgotten password.",
        "disconnect_last": "This is your only way to log in. Set a password first.",
        "invalid_token": "The other site's answer is not valid. Try again.",
    }

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Nobody silently gets a second account: where an account here has the address that the
        other site has confirmed, the person is asked to log in to it and connect the other site."""
        if sociallogin.is_existing or sociallogin.state.get("process") == AuthProcess.CONNECT:
            return
        if known_address(sociallogin):
            redirect_to_signup(request, sociallogin)  # keeps the log-in for the page
            raise ImmediateHttpResponse(redirect("sign-in-known"))


def known_address(sociallogin: SocialLogin) -> str:
    """An address that the other site has confirmed and an account here has; "" for none."""
    for row in sociallogin.email_addresses:
        known = EmailAddress.objects.filter(email__iexact=row.email)
        if row.verified and (known or User.objects.filter(email__iexact=row.email)):
            return str(row.email)
    return ""


class SignInMiddleware(Middleware):
    """Only links of this site begin a sign-in by another one, and a site that does not answer is no
    failure of this one.

    Without the former, another site could connect its visitor's account here to an account there.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, *given: Any) -> HttpResponse | None:
        match = request.resolver_match
        begins = _is_provider(request) and match and str(match.url_name).endswith("_login")
        if not begins or request.headers.get("Sec-Fetch-Site", "") in _OWN:
            return None
        messages.error(request, "Another site wanted to log you in. Choose how to log in here.")
        return redirect("account_login")

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, RequestException) or not _is_provider(request):
            return None
        logger.warning("a provider of sign-in does not answer: %s", error)
        return redirect("socialaccount_login_error")


def _is_provider(request: HttpRequest) -> bool:
    """Whether the request is for a step of a sign-in by another site."""
    match = request.resolver_match
    return match is not None and str(match.func.__module__).startswith(_PROVIDERS)
