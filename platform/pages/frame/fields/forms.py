"""Forms of authors and organizers.

Forms check types and lengths; the rules live in the services, whose `ValidationError`
comes back to the fields by `refuse`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, QueryDict

from accounts.models import Membership, Team, User
from accounts.roles import Act
from bots.models import BotVersion

if TYPE_CHECKING:
    _VersionField = forms.ModelChoiceField[BotVersion]
else:
    _VersionField = forms.ModelChoiceField

MAX_SEED = 2**53 - 1
CODE = {"spellcheck": "false", "class": "code"}
"""For an `area_field` of something that is no language of people."""


def sent(request: HttpRequest) -> QueryDict | None:
    """The fields of a form that was sent, also with nothing in it; None where a page is read."""
    return request.POST if request.method == "POST" else None


def refuse(form: forms.BaseForm, error: ValidationError, field: str | None = None) -> None:
    """Put a service's objections beside the fields that it names, and the rest beside ``field``,
    which is above the form if it is None."""
    if not hasattr(error, "error_dict"):
        form.add_error(field, error)
        return
    for name, errors in error.error_dict.items():
        form.add_error(name if name in form.fields else None, ValidationError(errors))


def teams_of(user: User, act: Act = Act.SEE) -> QuerySet[Team]:
    """The teams in which a person's role includes the act; by default all but invitations."""
    joined = Membership.objects.allowing(act).filter(user=user)
    return Team.objects.filter(pk__in=joined.values("team"))


def day_input() -> forms.DateInput:
    return forms.DateInput({"type": "date"})


def line_field(
    label: str, most: int, help_text: str = "", *, attrs: Mapping[str, str] = {}, **more: Any
) -> forms.CharField:
    """A line of at most ``most`` characters, which browsers do not fill in."""
    shown = forms.TextInput({"autocomplete": "off", **attrs})
    return forms.CharField(label=label, max_length=most, help_text=help_text, widget=shown, **more)


def code_field(
    label: str, most: int, help_text: str = "", *, attrs: Mapping[str, str] = {}, **more: Any
) -> forms.CharField:
    """A `line_field` for a name or code that is no word of a language."""
    return line_field(label, most, help_text, attrs={"spellcheck": "false", **attrs}, **more)


def area_field(
    label: str | None,
    most: int | None,
    rows: int,
    help_text: str = "",
    *,
    attrs: Mapping[str, str] = {},
    **more: Any,
) -> forms.CharField:
    """Lines of at most ``most`` characters, of which the page shows this number of rows.  Without
    a label, the name of the field is one."""
    shown = forms.Textarea({"rows": rows, **attrs})
    return forms.CharField(label=label, max_length=most, help_text=help_text, widget=shown, **more)


def tick_field(label: str, help_text: str = "", **more: Any) -> forms.BooleanField:
    """A box that people tick or leave empty."""
    return forms.BooleanField(label=label, required=False, help_text=help_text, **more)


def number_field(
    label: str, least: int, most: int | None = None, help_text: str = "", **more: Any
) -> forms.IntegerField:
    """A whole number from ``least`` to ``most``."""
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, help_text=help_text, **more
    )


def team_field(help_text: str) -> forms.ModelChoiceField[Team]:
    """One of the teams of a person, which `offer_rows` sets."""
    none = Team.objects.none()
    return forms.ModelChoiceField(
        none, label="Team", required=False, empty_label="Only me", help_text=help_text
    )


def offer(
    form: forms.BaseForm, name: str, choices: Iterable[tuple[Any, Any]], *, empty: str | None = None
) -> None:
    """The choices of a field: values with labels, or titles of groups with choices.  ``empty`` is
    the label of a first one without a value."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [*([] if empty is None else [("", empty)]), *choices]


def offer_rows(
    form: forms.BaseForm, name: str, rows: QuerySet[Any], *, empty: str | None = None
) -> None:
    """The rows that a field offers.  ``empty`` is the label of the choice without a value."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
    if empty is not None:
        field.empty_label = empty


class DaysInOrder(forms.Form):
    """Refuses a day ``until`` that is before the day ``since``, where a form has both."""

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        since, until = values.get("since"), values.get("until")
        if since and until and until < since:
            raise ValidationError("The last day comes before the first.")
        return values


class ReasonForm(forms.Form):
    """Every act of an organizer has a reason, which the audit trail keeps."""

    reason = forms.CharField(label="Reason", max_length=300)


class VersionChoice(_VersionField):
    def label_from_instance(self, obj: BotVersion) -> str:
        if obj.is_active:
            return f"{obj.bot} · version {obj.number} (plays)"
        return f"{obj.bot} · version {obj.number}"
