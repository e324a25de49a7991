"""Atom feeds of news and results: of a game, a bot, a person's bots, an event; one of news of all
that a person follows; and one of changes to a game's rules.

A feed is the same for every reader: it has what people see who are not logged in.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import Any, ClassVar, Generic, TypeVar, cast

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import escape

from accounts.models import User
from arbiter.serving.caching import PRIVATE
from bots.models import Bot
from following import reading, services, targets
from following.sentences import News
from games.changes import RuleChange
from games.game import Game
from games.registry import GAMES
from ladder.events.reading import matches as event_matches
from ladder.events.reading.viewer import EventViewer, visible_events
from matches.models import Match, MatchQuerySet
from matches.recorded import endings, results
from pages.frame.access.finding import find_bot, find_game
from pages.frame.content.feeds import OwnFeed
from pages.frame.content.following import page_address
from pages.frame.content.rule_changes import rule_changes
from pages.frame.match_parts import lineup
from pages.frame.queries import listed

NEWEST = 50
"""Entries of a feed."""

Subject = TypeVar("Subject")


class NewsFeed(OwnFeed):
    """A feed whose entries are news."""

    def item_title(self, item: Any) -> str:
        return str(item.text)

    def item_description(self, item: Any) -> str:
        return escape(item.happening.get_what_display())

    def item_link(self, item: Any) -> str:
        return str(item.path)

    def item_pubdate(self, item: Any) -> datetime:
        created: datetime = item.created
        return created


class ResultFeed(NewsFeed, Generic[Subject]):
    """The newest results of a subject, each with a link to its match, and its news."""

    newest: ClassVar[Sequence[str]] = ("-finished", "-pk")
    """The order of the matches."""

    @abstractmethod
    def matches(self, subject: Subject) -> MatchQuerySet:
        """Those that everybody may see."""

    def link(self, subject: Subject) -> str:
        return page_address(self.followed(subject))

    def title(self, subject: Subject) -> str:
        return f"Arbiter: news and results of {targets.title_of(self.followed(subject))}"

    def followed(self, subject: Subject) -> targets.Subject:
        """The target whose followers are notified of the same news."""
        return cast("targets.Subject", subject)

    def items(self, subject: Subject) -> list[Match | News]:
        finished = self.matches(subject).finished().filter(finished__isnull=False)
        finished = finished.exclude(kind=Match.Kind.SPARRING)
        newest: list[Match | News] = [*finished.order_by(*self.newest)[:NEWEST]]
        endings.load_outcomes(item for item in newest if isinstance(item, Match))
        newest += reading.news_of(self.followed(subject))
        return sorted(newest, key=_when, reverse=True)[:NEWEST]

    def item_title(self, item: Any) -> str:
        if isinstance(item, News):
            return super().item_title(item)
        return results.sentence(item) or lineup.in_words(item)

    def item_link(self, item: Any) -> str:
        return super().item_link(item) if isinstance(item, News) else item.get_absolute_url()

    def item_description(self, item: Any) -> str:
        if isinstance(item, News):
            return super().item_description(item)
        parts = [f"{GAMES.title(item.game)}, {item.ruleset}", item.get_kind_display()]
        parts.append(endings.as_text(item))
        return escape(" · ".join(filter(None, parts)))

    def item_pubdate(self, item: Match | News) -> datetime:
        return _when(item)

    def item_updateddate(self, item: Match | News) -> datetime:
        return (item.voided_at if isinstance(item, Match) else None) or _when(item)


def _when(item: Match | News) -> datetime:
    when = item.finished if isinstance(item, Match) else item.created
    assert when is not None, "only finished matches are in feeds"
    return when


class GameFeed(ResultFeed[Game]):
    newest = ("-pk",)  # as the index of games has them

    def get_object(self, request: HttpRequest, game: str) -> Game:
        return find_game(game)

    def link(self, subject: Game) -> str:
        return reverse("game-matches", args=[subject.name])

    def matches(self, subject: Game) -> MatchQuerySet:
        return listed().alike("game", subject.name)


class BotFeed(ResultFeed[Bot]):
    def get_object(self, request: HttpRequest, owner: str, name: str) -> Bot:
        return find_bot(owner, name)

    def matches(self, subject: Bot) -> MatchQuerySet:
        return listed().of_bots(Bot.objects.filter(pk=subject.pk))


class PersonFeed(ResultFeed[User]):
    def get_object(self, request: HttpRequest, name: str) -> User:
        return get_object_or_404(User, username__iexact=name, is_active=True)

    def title(self, subject: User) -> str:
        return f"Arbiter: news and results of {subject.username}'s bots"

    def matches(self, subject: User) -> MatchQuerySet:
        return listed().of_bots(subject.bots.all())


class EventFeed(ResultFeed[EventViewer]):
    def get_object(self, request: HttpRequest, slug: str) -> EventViewer:
        anonymous = AnonymousUser()
        return EventViewer(get_object_or_404(visible_events(anonymous), slug=slug), anonymous)

    def followed(self, subject: EventViewer) -> targets.Subject:
        return subject.event

    def matches(self, subject: EventViewer) -> MatchQuerySet:
        return event_matches.wanted_matches(subject, event_matches.MatchQuery())


class FollowingFeed(NewsFeed):
    """News of all that a person follows.  Its secret address says whose; nobody logs in."""

    title = "Arbiter: news of your follows"

    def get_object(self, request: HttpRequest, token: str) -> User:
        owner = services.feed_owner(token)
        if owner is None:
            raise Http404("No feed has this address.")
        return owner

    def link(self, owner: User) -> str:
        return reverse("settings-following")

    def feed_guid(self, owner: User) -> str:
        """The page is everybody's, and the feed's own address a secret that people renew."""
        return f"{self.link(owner)}#{owner.pk}"

    def items(self, owner: User) -> list[News]:
        return reading.news_for(owner)


def following_feed(request: HttpRequest, token: str) -> HttpResponse:
    """No cache and no search engine keeps it."""
    answer = FollowingFeed()(request, token=token)
    answer.headers["Cache-Control"] = PRIVATE
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


class RulesFeed(OwnFeed):
    """Every change of the rules, each with a link to its place on their page."""

    def get_object(self, request: HttpRequest, game: str) -> Game:
        return find_game(game)

    def title(self, game: Game) -> str:
        return f"Arbiter: changes of the rules of {game.title}"

    def link(self, game: Game) -> str:
        return reverse("game-changes", args=[game.name])

    def items(self, game: Game) -> list[tuple[Game, RuleChange]]:
        return [(game, change) for change in rule_changes(game)]

    def item_title(self, item: tuple[Game, RuleChange]) -> str:
        game, change = item
        return f"{game.title}, version {change.version}: {change.change}"

    def item_description(self, item: tuple[Game, RuleChange]) -> str:
        return escape(item[1].effect)

    def item_link(self, item: tuple[Game, RuleChange]) -> str:
        game, change = item
        return f"{self.link(game)}#{change.anchor}"

    def item_pubdate(self, item: tuple[Game, RuleChange]) -> datetime:
        return datetime.combine(item[1].day, time(), UTC)
