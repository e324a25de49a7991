"""Forms of people about themselves: profiles, tokens and teams."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError

from accounts.models import LinkField, Scope, User
from accounts.roles import Role
from arbiter.texts import check_line, check_text
from pages.frame.fields.forms import area_field, code_field, line_field, offer, tick_field
from pages.frame.fields.zoned import ZoneInput

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[User]
else:
    ModelForm = forms.ModelForm

LINK_HELP = "A page elsewhere, with http:// or https://; at most 200 characters."


class ProfileForm(ModelForm):
    class Meta:
        model = User
        fields = ["about", "affiliation", "link", "time_zone"]
        widgets = {
            "about": forms.Textarea(attrs={"rows": 4, "maxlength": 500}),
            "affiliation": forms.TextInput(attrs={"autocomplete": "organization"}),
            "link": forms.URLInput(attrs={"autocomplete": "url"}),
            "time_zone": ZoneInput(),
        }
        error_messages = {"link": {"invalid": LinkField.WRONG}}
        help_texts = {
            "about": "A few lines for your page; at most 500 characters.",
            "affiliation": "Your university, company or club; at most 80 characters.",
            "link": LINK_HELP,
        }

    def clean_about(self) -> str:
        about = str(self.cleaned_data["about"])
        check_text(about)
        return about

    def clean_affiliation(self) -> str:
        affiliation = str(self.cleaned_data["affiliation"]).strip()
        check_line(affiliation)
        return affiliation


SCOPE_LABELS = {
    Scope.READ: "read – look at everything that you may see",
    Scope.BOTS: "bots – upload and manage bots and maps, request matches, enter events",
    Scope.ORGANIZE: "organize – your rights as an organizer, together with the scopes above",
}
LIFETIMES = {"7": "in 7 days", "30": "in 30 days", "90": "in 90 days", "365": "in a year"}


class TokenForm(forms.Form):
    """``scopes`` are those that the person can give."""

    name = line_field("Name", 60, "The program that will use it, such as “upload script”.")
    scopes = forms.MultipleChoiceField(
        label="Scopes",
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.READ, Scope.BOTS],
        error_messages={"required": "Choose at least one scope."},
    )
    days = forms.ChoiceField(
        label="Expires",
        choices=[*LIFETIMES.items(), ("never", "never")],
        initial="90",
    )

    def __init__(self, *args: Any, scopes: Sequence[Scope], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "scopes", [(scope.value, SCOPE_LABELS[scope]) for scope in scopes])

    @property
    def lifetime(self) -> timedelta | None:
        """None: the token never expires."""
        days = self.cleaned_data["days"]
        return None if days == "never" else timedelta(days=int(days))


class TeamForm(forms.Form):
    name = line_field("Name of the team", 30, "2 to 30 letters, digits, - and _.")


class TeamTextForm(forms.Form):
    about = area_field(
        "About", 500, 3, "A few lines for the team's page; at most 500 characters.", required=False
    )
    link = forms.CharField(
        label="Link", required=False, max_length=200, help_text=LINK_HELP, widget=forms.URLInput()
    )


class InviteForm(forms.Form):
    """``roles`` are those that the person can give."""

    username = code_field("Invite", 30, "The person's name on this site.")
    role = forms.ChoiceField(label="As", required=False, initial=Role.DEVELOPER)

    def __init__(self, *args: Any, roles: Sequence[Role], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "role", [(role.value, role.label) for role in roles])

    def clean_role(self) -> str:
        return str(self.cleaned_data["role"] or Role.DEVELOPER)


class DeviceForm(forms.Form):
    """The code that a program shows."""

    code = line_field(
        "Code", 20, "8 letters, such as BCDF-GHJK.", attrs={"autocapitalize": "characters"}
    )


class DeleteForm(forms.Form):
    """The end of the account of ``person``."""

    name = line_field("Your name here", 60, attrs={"autocapitalize": "off"})
    rename = tick_field(
        "Take the names of my bots away, too", "They are then called bot-1, bot-2 and so on."
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._person = person
        self.fields["name"].help_text = f"Type “{person.username}” to delete this account."

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if name != self._person.username:
            raise ValidationError(
                f"This is not the name of your account. Type “{self._person.username}”."
            )
        return name
