"""Atom feeds of results: of a game, a bot, a person's bots, an event.

A feed is the same for every reader: it has what people see who are not logged in.
"""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from accounts.models import User
from bots.models import Bot
from games.game import Game
from games.registry import GAMES
from ladder.events.reading.matches import MatchQuery, wanted_matches
from ladder.events.reading.viewer import EventViewer, visible_events
from matches import results
from matches.models import Match, MatchQuerySet
from pages.frame import lineup
from pages.frame.finding import find_bot, find_game
from pages.frame.queries import listed

NEWEST = 50
"""Entries of a feed."""

Subject = TypeVar("Subject")


class ResultFeed(Feed, Generic[Subject]):  # type: ignore[type-arg]
    """The newest results of a subject, each with a link to its match."""

    feed_type = Atom1Feed

    @abstractmethod
    def matches(self, subject: Subject) -> MatchQuerySet:
        """Those that everybody may see."""

    @abstractmethod
    def name(self, subject: Subject) -> str: ...

    def title(self, subject: Subject) -> str:
        return f"Arbiter: results of {self.name(subject)}"

    def items(self, subject: Subject) -> list[Match]:
        found = self.matches(subject).finished().filter(finished__isnull=False)
        found = found.exclude(kind=Match.Kind.SPARRING)
        return list(found.order_by("-finished", "-pk")[:NEWEST])

    def item_title(self, item: Any) -> str:
        return results.sentence(item) or lineup.in_words(item)

    def item_description(self, item: Any) -> str:
        parts = [f"{GAMES.title(item.game)}, {item.ruleset}", item.get_kind_display(), item.reason]
        return " · ".join(filter(None, parts))

    def item_pubdate(self, item: Match) -> datetime | None:
        return item.finished

    def item_updateddate(self, item: Match) -> datetime | None:
        return item.voided_at or item.finished


class GameFeed(ResultFeed[Game]):
    def get_object(self, request: HttpRequest, game: str) -> Game:
        return find_game(game)

    def name(self, subject: Game) -> str:
        return subject.title

    def link(self, subject: Game) -> str:
        return reverse("game-matches", args=[subject.name])

    def matches(self, subject: Game) -> MatchQuerySet:
        return listed().filter(game=subject.name)


class BotFeed(ResultFeed[Bot]):
    def get_object(self, request: HttpRequest, owner: str, name: str) -> Bot:
        return find_bot(owner, name)

    def name(self, subject: Bot) -> str:
        return str(subject)

    def link(self, subject: Bot) -> str:
        return subject.get_absolute_url()

    def matches(self, subject: Bot) -> MatchQuerySet:
        return listed().of_bots(Bot.objects.filter(pk=subject.pk))


class PersonFeed(ResultFeed[User]):
    def get_object(self, request: HttpRequest, name: str) -> User:
        return get_object_or_404(User, username__iexact=name, is_active=True)

    def name(self, subject: User) -> str:
        return f"{subject.username}'s bots"

    def link(self, subject: User) -> str:
        return subject.get_absolute_url()

    def matches(self, subject: User) -> MatchQuerySet:
        return listed().of_bots(subject.bots.all())


class EventFeed(ResultFeed[EventViewer]):
    def get_object(self, request: HttpRequest, slug: str) -> EventViewer:
        anonymous = AnonymousUser()
        return EventViewer(get_object_or_404(visible_events(anonymous), slug=slug), anonymous)

    def name(self, subject: EventViewer) -> str:
        return subject.event.name

    def link(self, subject: EventViewer) -> str:
        return subject.event.get_absolute_url()

    def matches(self, subject: EventViewer) -> MatchQuerySet:
        return wanted_matches(subject, MatchQuery())
