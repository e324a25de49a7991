"""Sign-in by other sites: GitHub, GitLab, Google, and one provider of OpenID Connect.

Each is offered where the environment has its client and secret.
"""

from __future__ import annotations

from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from arbiter.configured.installed import INSTALLED_APPS as _APPS

_env = environ.Env()
_FOLDER = "allauth.socialaccount.providers"

SOCIALACCOUNT_ADAPTER = "accounts.signing.sign_in.SignInAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.SignInSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False
"""Names are public, so people choose theirs."""
SOCIALACCOUNT_LOGIN_ON_GET = True
"""`accounts.signing.sign_in.SignInMiddleware` refuses requests from other sites."""
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_REAUTHENTICATION_REQUIRED = True
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
INSTALLED_APPS = list(_APPS)


def _offer(provider: str, client: str, secret: str, **more: Any) -> None:
    """Offer a provider whose client is in the environment; half of one is an error."""
    if not client and not secret:
        return
    if not client or not secret:
        raise ImproperlyConfigured(
            f"sign-in by {provider} needs both its client's ID and its SECRET"
        )
    app = {"client_id": client, "secret": secret, "key": "", **more.pop("app", {})}
    SOCIALACCOUNT_PROVIDERS[provider] = {"APPS": [app], "OAUTH_PKCE_ENABLED": True, **more}
    INSTALLED_APPS.append(f"{_FOLDER}.{provider}")


_offer(
    "github",
    _env("ARBITER_GITHUB_ID", default=""),
    _env("ARBITER_GITHUB_SECRET", default=""),
    SCOPE=["user:email"],
)
_offer(
    "gitlab",
    _env("ARBITER_GITLAB_ID", default=""),
    _env("ARBITER_GITLAB_SECRET", default=""),
    SCOPE=["read_user"],
    app={"settings": {"gitlab_url": _env("ARBITER_GITLAB_URL", default="https://gitlab.com")}},
)
_offer(
    "google",
    _env("ARBITER_GOOGLE_ID", default=""),
    _env("ARBITER_GOOGLE_SECRET", default=""),
    SCOPE=["profile", "email"],
)
_OPENID_URL = _env("ARBITER_OPENID_URL", default="")
_offer(
    "openid_connect",
    _env("ARBITER_OPENID_ID", default=""),
    _env("ARBITER_OPENID_SECRET", default=""),
    app={
        "provider_id": "openid",
        "name": _env("ARBITER_OPENID_NAME", default="OpenID"),
        "settings": {"server_url": _OPENID_URL},
    },
)
if "openid_connect" in SOCIALACCOUNT_PROVIDERS and not _OPENID_URL:
    raise ImproperlyConfigured("ARBITER_OPENID_ID needs ARBITER_OPENID_URL, the provider's address")
