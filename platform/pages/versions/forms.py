"""The form by which a version is uploaded."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any, BinaryIO

from django import forms

from controls import languages
from pages.frame.fields.bot_fields import note_field
from pages.frame.fields.forms import CODE, area_field, code_field, offer
from sandbox.languages import LANGUAGES


class LanguageSelect(forms.Select):
    """Languages with ``problems`` are shown, and cannot be chosen."""

    problems: Mapping[str, str] = {}

    def create_option(
        self, name: str, value: Any, label: int | str, *args: Any, **kwargs: Any
    ) -> dict[str, object]:
        option = super().create_option(name, value, label, *args, **kwargs)
        if self.problems.get(str(value)):
            option["label"] = f"{label} (not available here)"
            option["attrs"]["disabled"] = True
        return option


class UploadForm(forms.Form):
    """One source file or archive, or a source that was pasted."""

    file = forms.FileField(
        label="File",
        required=False,
        help_text="One source file, or a zip or .tar.gz of a whole project.",
    )
    text = area_field("Or paste one source file", None, 12, required=False, strip=False, attrs=CODE)
    language = forms.ChoiceField(
        label="Language",
        required=False,
        widget=LanguageSelect,
        help_text="Required for pasted code; otherwise detected from the files.",
    )
    program = code_field(
        "Program",
        200,
        "For projects that build several programs: the name of the one that plays. "
        "Empty: detected.",
        required=False,
    )
    note = note_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        titles = [(name, language.title) for name, language in LANGUAGES.items()]
        offer(self, "language", titles, empty="Detect automatically")
        tested = languages.trials()
        self.problems = {k: languages.problem(v, tested) for k, v in LANGUAGES.items()}
        self.fields["language"].widget.problems = self.problems

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        file, text = data.get("file"), data.get("text", "").strip()
        if file and text:
            self.add_error("text", "You sent a file and pasted code. Send only one of them.")
        elif not file and not text and "file" not in self.errors:
            self.add_error("file", "Choose a file, or paste a source below.")
        elif text and not data.get("language"):
            self.add_error("language", "Choose the language of the pasted source.")
        elif text and LANGUAGES[data["language"]].main is None:
            self.add_error("language", "A project has several files: send it as a zip.")
        return data

    def source(self) -> tuple[str, BinaryIO]:
        """The file's name and bytes; a pasted source gets the name that its language calls it."""
        file = self.cleaned_data["file"]
        if file:
            return file.name, file
        name = LANGUAGES[self.cleaned_data["language"]].main
        assert name is not None  # `clean` refuses pasted projects
        return name, io.BytesIO(self.cleaned_data["text"].encode())
