"""Sections of the help and of the games' rules, as the search finds them.

Listing them also renders all files of games that pages show, before anybody asks for those pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from games.game import Game
from games.registry import GAMES
from pages.frame.content import markdown
from pages.frame.content.rule_changes import rule_changes
from pages.help import event_help, limits
from pages.help.contents import PAGES
from pages.help.facts import source
from search.sections import Section


def sections() -> Iterator[Section]:
    """All of them; addresses differ."""
    yield from _of_help()
    for game in GAMES.values():
        yield from _of_game(game)


def _of_help() -> Iterator[Section]:
    for page in PAGES.values():
        yield Section(page.url, page.title, "Help", page.summary)
        if not page.address:
            yield from _of_text(markdown.kept(source(page)), page.url, page.title)
    events, bounds = PAGES["events"], PAGES["limits"]
    meanings = ". ".join(f"{label.title}: {label.meaning}" for _, label, _ in event_help.breaks())
    for anchor, title in event_help.SECTIONS:
        text = meanings if anchor == "ties" else ""
        yield Section(f"{events.url}#{anchor}", title, events.title, text)
    common = ". ".join(label for label, _ in limits.WORDS.values())
    for game in GAMES.values():
        yield Section(f"{bounds.url}#{game.name}", f"Limits: {game.title}", bounds.title, common)


def _of_game(game: Game) -> Iterator[Section]:
    address, title = reverse("game-rules", args=[game.name]), f"Rules of {game.title}"
    yield Section(address, title, game.title, game.tagline)
    markdown.prepare(game)
    if (rules := markdown.rules(game)) is not None:
        yield from _of_text(rules, address, title)
    changes = reverse("game-changes", args=[game.name])
    for change in rule_changes(game):
        name = f"{game.title}: change of the rules, version {change.version}"
        text = f"{change.change} {change.effect}"
        yield Section(f"{changes}#{change.anchor}", name, f"Changes of the {title.lower()}", text)


def _of_text(text: markdown.Text, address: str, page: str) -> Iterator[Section]:
    for heading, text_of_section in zip(text.contents, text.sections, strict=True):
        yield Section(f"{address}#{heading.anchor}", heading.text, page, text_of_section)
