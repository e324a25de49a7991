"""Fields for the coding agent or model that wrote a bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bots.versions import agents


class SuggestingInput(forms.TextInput):
    """A text field with a list of suggestions, which are read when it is shown."""

    def __init__(self, suggested: Callable[[], Sequence[str]]) -> None:
        super().__init__({"autocomplete": "off"})
        self._suggested = suggested

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        listed = f"{name}-suggestions"
        given = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join(
            "", '<option value="{}"></option>', ((each,) for each in self._suggested())
        )
        return format_html('{}<datalist id="{}">{}</datalist>', given, listed, options)


def agent_input() -> SuggestingInput:
    """For the form of a bot."""
    return SuggestingInput(agents.suggestions)


def agent_filter_input() -> SuggestingInput:
    """For the filter of a list: the values that bots have, and those without one."""
    return SuggestingInput(lambda: [agents.BY_HAND, *agents.used()])


class AgentForm(forms.Form):
    """The filter by agent in the address of a page."""

    made_with = forms.CharField(
        label="Made with", required=False, max_length=60, widget=agent_filter_input()
    )

    @property
    def value(self) -> str:
        """ "" for all bots."""
        return " ".join(str(self.data.get("made_with", "")).split())
