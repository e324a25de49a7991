"""Filters of lists, whose whole state is in the address."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from bots.models import Bot
from games.registry import GAMES
from matches.models import Match
from rulesets.catalogue import titles


def _games() -> list[tuple[str, str]]:
    return [("", "all"), *((name, game.title) for name, game in GAMES.items())]


def _rulesets() -> list[tuple[str, str]]:
    """Each name once: rulesets of several games may share one."""
    found: dict[str, str] = {}
    for game in GAMES.values():
        found |= titles(game)
    return [("", "all"), *found.items()]


def _kinds() -> list[tuple[str, str]]:
    return [("", "all"), *(kind for kind in Match.Kind.choices if kind[0] not in Match.PRIVATE)]


class MatchFilter(forms.Form):
    """The filter of matches. Invalid values are reported and filter nothing."""

    game = forms.ChoiceField(choices=_games, required=False)
    ruleset = forms.ChoiceField(choices=_rulesets, required=False)
    bot = forms.CharField(
        required=False, max_length=61, widget=forms.TextInput({"placeholder": "name or owner/name"})
    )
    person = forms.CharField(required=False, max_length=30)
    state = forms.ChoiceField(choices=[("", "all"), *Match.State.choices], required=False)
    kind = forms.ChoiceField(choices=_kinds, required=False)

    def apply(self, matches: Any) -> Any:
        """The rows of a query on matches that pass."""
        self.is_valid()
        wanted = self.cleaned_data
        same = {key: wanted[key] for key in ("game", "ruleset", "state", "kind") if wanted.get(key)}
        matches = matches.filter(**same)
        if bot := wanted.get("bot", "").strip():
            matches = matches.of_bots(_named(bot))
        if person := wanted.get("person", "").strip():
            matches = matches.of_bots(Bot.objects.filter(owner__username__iexact=person))
        return matches

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


def _named(words: str) -> QuerySet[Bot]:
    """Bots by ``name`` or ``owner/name``; all of an owner's by ``owner/``."""
    owner, slash, name = words.rpartition("/")
    bots = Bot.objects.filter(owner__username__iexact=owner) if slash else Bot.objects.all()
    return bots.filter(name__iexact=name) if name else bots
