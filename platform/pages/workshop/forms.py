"""The forms by which edited files become a version."""

import json

from django import forms
from django.core.exceptions import ValidationError

from pages.frame.fields.bot_fields import name_field, note_field

BAD = "The files of the editor did not arrive. Load the page again: your browser keeps the code."


class CodeForm(forms.Form):
    """``code`` is a JSON object of paths to texts, null for a file that was removed."""

    code = forms.CharField(strip=False, widget=forms.HiddenInput)

    def clean_code(self) -> dict[str, str | None]:
        try:
            files = json.loads(self.cleaned_data["code"])
        except (ValueError, RecursionError):
            raise ValidationError(BAD) from None
        texts = isinstance(files, dict) and all(
            text is None or isinstance(text, str) for text in files.values()
        )
        if not texts:
            raise ValidationError(BAD)
        try:
            json.dumps(files, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValidationError("A file holds half a character: remove it.") from None
        return dict(files)


class EditForm(CodeForm):
    note = note_field(widget=forms.TextInput(attrs={"autocomplete": "off"}))


class WriteForm(CodeForm):
    name = name_field("Name of the bot")


class TryForm(CodeForm):
    """The code of a try, as edits of ``version`` where it has one; ``again`` is the key of a try
    whose start it repeats; ``lesson`` is the name of one."""

    language = forms.CharField(max_length=20)
    opponent = forms.CharField(max_length=30)
    again = forms.UUIDField(required=False)
    version = forms.IntegerField(required=False, min_value=1)
    lesson = forms.CharField(max_length=40, required=False)
