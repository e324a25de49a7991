"""Filters of lists, whose whole state is in the address."""

from __future__ import annotations

import django_filters as filters
from django import forms
from django.db.models import QuerySet

from bots.models import Bot
from games.registry import GAMES
from matches.models import Match, MatchQuerySet
from pages.frame.fields.agents import agent_filter_input
from pages.frame.fields.forms import DaysInOrder
from rulesets.catalogue import titles

Choices = list[tuple[str, str]]
ALL = "all"
"""The choice that filters nothing."""


class FilterForm(DaysInOrder):
    def is_used(self) -> bool:
        """Whether the address has a value for one of its fields."""
        return any(self.data.get(name) for name in self.fields)


class ListFilter(filters.FilterSet):  # type: ignore[misc]  # it has no types
    """The filter of a list. ``qs`` has the rows that pass; ``form`` reports invalid values, which
    filter nothing.
    """

    class Meta:
        form = FilterForm


def bot_input() -> forms.TextInput:
    """A field for the words that `of_bot` reads."""
    return forms.TextInput({"placeholder": "name or owner/name"})


def of_bot(matches: MatchQuerySet, typed: str) -> MatchQuerySet:
    """Matches of bots by ``name`` or ``owner/name``; of all bots of an owner by ``owner/``."""
    owner, slash, name = typed.rpartition("/")
    bots = Bot.objects.of_person(owner) if slash else Bot.objects.all()
    return matches.of_bots(bots.filter(name__iexact=name) if name else bots)


def _games() -> Choices:
    return [(name, game.title) for name, game in GAMES.items()]


def _rulesets() -> Choices:
    """Each name once: rulesets of several games may share one."""
    titles_of: dict[str, str] = {}
    for game in GAMES.values():
        titles_of |= titles(game)
    return [*titles_of.items()]


class MatchFilter(ListFilter):
    game = filters.ChoiceFilter(label="Game", choices=_games, empty_label=ALL, method="alike")
    ruleset = filters.ChoiceFilter(
        label="Ruleset", choices=_rulesets, empty_label=ALL, method="alike"
    )
    bot = filters.CharFilter(label="Bot", method="of_bot", max_length=61, widget=bot_input())
    person = filters.CharFilter(label="Person", method="of_person", max_length=30)
    team = filters.CharFilter(label="Team", method="of_team", max_length=30)
    made_with = filters.CharFilter(
        label="Made with", method="of_agent", max_length=60, widget=agent_filter_input()
    )
    state = filters.ChoiceFilter(label="State", choices=Match.State.choices, empty_label=ALL)
    kind = filters.ChoiceFilter(
        label="Kind",
        choices=[kind for kind in Match.Kind.choices if kind[0] not in Match.PRIVATE],
        empty_label=ALL,
        method="alike",
    )

    def alike(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return matches.alike(name, value)

    def of_bot(self, matches: MatchQuerySet, name: str, value: str) -> MatchQuerySet:
        return of_bot(matches, value)

    def of_team(self, matches: MatchQuerySet, name: str, value: str) -> QuerySet[Match]:
        return matches.of_bots(Bot.objects.filter(team__name__iexact=value.strip()))

    def of_agent(self, matches: MatchQuerySet, name: str, value: str) -> QuerySet[Match]:
        return matches.made_with(value)

    def of_person(self, matches: MatchQuerySet, name: str, value: str) -> QuerySet[Match]:
        return matches.of_bots(Bot.objects.of_person(value))
