"""Settings of two-factor codes and passkeys (allauth's ``mfa``)."""

import environ

_env = environ.Env()

MFA_ADAPTER = "accounts.signing.second_factor.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_TOTP_ISSUER = "Arbiter"
MFA_TOTP_TOLERANCE = 1
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "accounts.forms.AddPasskeyForm",
    "authenticate": "accounts.forms.AuthenticateCodeForm",
    "reauthenticate": "accounts.forms.ReauthenticateCodeForm",
    "authenticate_webauthn": "accounts.forms.AuthenticatePasskeyForm",
    "reauthenticate_webauthn": "accounts.forms.ReauthenticatePasskeyForm",
    "login_webauthn": "accounts.forms.LoginPasskeyForm",
    "edit_webauthn": "accounts.forms.RenamePasskeyForm",
}
# Many people of a classroom share one address.
MFA_RATE_LIMITS = {"webauthn_login": "300/m/ip"}
MFA_ALLOW_UNVERIFIED_EMAIL = not _env("EMAIL_URL", default="")
"""Where no mail can be sent, nobody can confirm an address."""
ORGANIZERS_SECOND_FACTOR = _env.bool("ARBITER_ORGANIZERS_SECOND_FACTOR", default=False)
"""Organizers without a second factor have no organizer's rights."""
SECRET_KEY_FALLBACKS = _env.list("SECRET_KEY_FALLBACKS", default=[])
"""Earlier values of ``SECRET_KEY``: what they signed or encrypted is still read."""
