"""The Atom feed of changes to a game's rules."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import escape

from games.changes import RuleChange
from games.game import Game
from pages.frame.access.finding import find_game
from pages.frame.content.feeds import OwnFeed
from pages.frame.content.rule_changes import rule_changes


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
