"""Allauth's forms in the site's words: a label above each field instead of a hint inside it."""

# The base classes are untyped.
# mypy: disallow-subclassing-any=False

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account import forms as allauth
from allauth.core import context, ratelimit
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings as mfa_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from allauth.socialaccount import forms as other_sites
from django.core.exceptions import ValidationError
from django.forms import BaseForm, BoundField, CharField, TextInput

from accounts.models import User
from accounts.signing import sign_up
from accounts.signing.second_factor import require_own_origin

LABELS = {
    "username": "Name",
    "login": "Name or e-mail address",
    "email": "E-mail address",
    "password": "Password",
    "remember": "Stay logged in",
    "oldpassword": "Current password",
}
TRAP = "homepage"
"""A field that people do not see; programs that fill in every form give themselves away by it."""
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
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sign_up.mode() is sign_up.Mode.INVITATION:
            given = context.request.GET.get("invitation", "")
            self.fields["invitation"] = CharField(
                label="Invitation", max_length=60, initial=given, help_text="From an organizer."
            )
        trap = {"tabindex": "-1", "autocomplete": "off"}
        self.fields[TRAP] = CharField(
            label="Leave this field empty", required=False, widget=TextInput(trap)
        )
        self.fields[
            "username"
        ].help_text = (
            "2 to 30 letters, digits, - and _. Shown everywhere, and part of your bots' addresses."
        )
        self.fields["email"].help_text = "To reset a forgotten password; never shown."

    account_already_exists: bool
    """Whether the address is that of an account, whose owner gets a mail instead of a new one."""

    def asked(self) -> list[BoundField]:
        """The fields that people see."""
        return [field for field in self.visible_fields() if field.name != TRAP]

    def clean(self) -> dict[str, object]:
        """The last step, where all else is right: count the account for its network address, and
        for its invitation."""
        given = super().clean() or self.cleaned_data
        if given.get(TRAP):
            raise ValidationError(
                "The account was not made: a field was filled in that people do not see. "
                "Sign up by hand, without a program that fills in forms."
            )
        if self.errors:
            return given
        if not ratelimit.consume(context.request, action="new_account"):
            raise ValidationError(
                "Too many accounts were made from your network address. "
                "Wait an hour, or ask an organizer."
            )
        if "invitation" in self.fields:
            try:
                sign_up.use(given["invitation"], account=not self.account_already_exists)
            except ValidationError as error:
                self.add_error("invitation", error)
        return given


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
    text = "Such as the device that keeps it."
    return CharField(label="Name of the passkey", max_length=60, required=required, help_text=text)


class _OwnOrigin(BaseForm):
    """Takes the answer of a passkey that a page of this site asked for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["credential"].validators.append(require_own_origin)


class LoginPasskeyForm(_OwnOrigin, LoginWebAuthnForm):
    pass


@contextmanager
def _of_passkeys() -> Iterator[None]:
    """The library's words about too many attempts are about passwords."""
    try:
        yield
    except ValidationError as error:
        if error.code == "too_many_login_attempts":
            raise get_adapter().validation_error("too_many_passkeys") from None
        raise


class AuthenticatePasskeyForm(_OwnOrigin, AuthenticateWebAuthnForm):
    def clean_credential(self) -> Any:
        with _of_passkeys():
            return super().clean_credential()


class ReauthenticatePasskeyForm(_OwnOrigin, ReauthenticateWebAuthnForm):
    def clean_credential(self) -> Any:
        with _of_passkeys():
            return super().clean_credential()


class _Code(BaseForm):
    """Wrong codes and wrong recovery codes are counted apart: a person whose app gives wrong codes
    can still use a recovery code, which has more digits."""

    user: User
    authenticator: Authenticator

    def clean_code(self) -> str:
        """ValidationError for a wrong code, and for any code after too many wrong ones."""
        code = str(self.cleaned_data["code"])
        recovers = len(normalize_user_code(code)) == mfa_settings.RECOVERY_CODE_DIGITS
        kind = Authenticator.Type.RECOVERY_CODES if recovers else Authenticator.Type.TOTP
        key = f"mfa-{kind}-user-{self.user.pk}"
        if not ratelimit.consume(context.request, action="login_failed", key=key):
            error = "too_many_recovery_codes" if recovers else "too_many_codes"
            raise get_adapter().validation_error(error)
        authenticator = Authenticator.objects.filter(user=self.user, type=kind).first()
        if authenticator is None or not authenticator.wrap().validate_code(code):
            raise get_adapter().validation_error("incorrect_code")
        ratelimit.clear(context.request, action="login_failed", key=key)
        self.authenticator = authenticator
        return code


class AuthenticateCodeForm(_Code, AuthenticateForm):
    pass


class ReauthenticateCodeForm(_Code, ReauthenticateForm):
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
