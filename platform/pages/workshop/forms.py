"""The forms by which edited files become a version."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from bots.models import NAME

BAD = "The files of the editor did not arrive. Load the page again: your browser keeps the code."


class EditForm(forms.Form):
    """``code`` is a JSON object of paths to texts, null for a file that was removed."""

    code = forms.CharField(strip=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Note",
        required=False,
        max_length=200,
        help_text="Changes in this version. Only you and your team see this note.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    removals = True
    """Whether a file may be null."""

    def clean_code(self) -> dict[str, str | None]:
        try:
            found = json.loads(self.cleaned_data["code"])
        except (ValueError, RecursionError):
            raise ValidationError(BAD) from None
        kinds = (str, type(None)) if self.removals else (str,)
        if not isinstance(found, dict) or not all(isinstance(x, kinds) for x in found.values()):
            raise ValidationError(BAD)
        try:
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValidationError("A file holds half a character: remove it.") from None
        return found


class WriteForm(EditForm):
    field_order = ["name", "note", "code"]
    removals = False

    name = forms.CharField(
        label="Name of the bot",
        max_length=30,
        validators=[NAME],
        help_text="Up to 30 letters, digits, “-”, “_” and “.”.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["note"].widget = forms.HiddenInput()


class TryForm(EditForm):
    """The whole code of a try; ``again`` is the key of one whose start it repeats."""

    removals = False

    language = forms.CharField(max_length=20)
    opponent = forms.CharField(max_length=30)
    again = forms.UUIDField(required=False)
