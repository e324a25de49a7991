"""Allauth's forms in the site's words: a label above each field instead of a hint inside it."""

# The base classes are untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
)
from allauth.socialaccount import forms as other_sites
from django.forms import BaseForm, CharField

from accounts.second_factor import require_own_origin

LABELS = {
    "username": "Name",
    "login": "Name or e-mail address",
    "email": "E-mail address",
    "password": "Password",
    "remember": "Stay logged in",
    "oldpassword": "Current password",
}
NEW_PASSWORDS = {"password1": "New password", "password2": "New password, again"}


class _Plain(BaseForm):
    """Gives fields our labels, and takes away placeholders, which vanish when one types."""

    labels: dict[str, str] = LABELS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(_Plain, allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""  # the way to a new password stands below the form


class _New(_Plain):
    """Of a new account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields[
            "username"
        ].help_text = (
            "2 to 30 letters, digits, - and _. Shown everywhere, and part of your bots' addresses."
        )
        self.fields["email"].help_text = "To reset a forgotten password; never shown."


class SignupForm(_New, allauth.SignupForm):
    labels = LABELS | {"password1": "Password", "password2": "Password, again"}


class SignInSignupForm(_New, other_sites.SignupForm):
    """Of an account that another site's one logs in to."""


class ChangePasswordForm(_Plain, allauth.ChangePasswordForm):
    labels = LABELS | NEW_PASSWORDS


class SetPasswordForm(_Plain, allauth.SetPasswordForm):
    labels = LABELS | NEW_PASSWORDS


class ResetPasswordForm(_Plain, allauth.ResetPasswordForm):
    pass


class ResetPasswordKeyForm(_Plain, allauth.ResetPasswordKeyForm):
    labels = LABELS | NEW_PASSWORDS


class AddEmailForm(_Plain, allauth.AddEmailForm):
    labels = LABELS | {"email": "New address"}


def _passkey_name(*, required: bool) -> CharField:
    words = "Such as the device that keeps it."
    return CharField(label="Name of the passkey", max_length=60, required=required, help_text=words)


class _OwnOrigin(BaseForm):
    """Takes the answer of a passkey that a page of this site asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].validators.append(require_own_origin)


class LoginPasskeyForm(_OwnOrigin, LoginWebAuthnForm):
    pass


class AuthenticatePasskeyForm(_OwnOrigin, AuthenticateWebAuthnForm):
    pass


class AddPasskeyForm(_OwnOrigin, _Plain, AddWebAuthnForm):
    labels = {"passwordless": "Log in with this passkey alone"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _passkey_name(required=False)
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].help_text = (
            "It replaces your password, and the device checks that it is you. "
            "Otherwise the passkey is asked for after the password."
        )


class RenamePasskeyForm(_Plain, EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = _passkey_name(required=True)
