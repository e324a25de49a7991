"""The page and the feed of changes to a game's rules."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from games.changes import FILE
from games.registry import GAMES
from pages.frame.content.rule_changes import rule_changes

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_lead_to_their_changes(client, game):
    address = reverse("game-changes", args=[game.name])
    rules = client.get(reverse("game-rules", args=[game.name])).content.decode()
    assert f'href="{address}"' in rules
    page = client.get(address).content.decode()
    found = rule_changes(game)
    assert found
    for change in found:
        assert f'<h3 id="{change.anchor}">' in page
        assert f'<time datetime="{change.day.isoformat()}">' in page


def test_the_feed_has_each_change_with_its_place(client):
    game = next(iter(GAMES.values()))
    answer = client.get(reverse("game-changes-feed", args=[game.name]))
    assert answer["Content-Type"].startswith("application/atom+xml")
    entries = ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")  # noqa: S314  our own
    links = [entry.findall(f"{ATOM}link")[0].attrib["href"] for entry in entries]
    place = reverse("game-changes", args=[game.name])
    assert [link.partition("//")[2].partition("/")[2] for link in links] == [
        f"{place[1:]}#{change.anchor}" for change in rule_changes(game)
    ]


def test_a_broken_changelog_is_shown_as_empty(client, tmp_path, monkeypatch):
    game = next(iter(GAMES.values()))
    (tmp_path / FILE).write_text("x =")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    page = client.get(reverse("game-changes", args=[game.name])).content.decode()
    assert "has recorded none" in page


def test_an_unknown_game_has_neither(client):
    for name in ("game-changes", "game-changes-feed"):
        assert client.get(reverse(name, args=["nothing"])).status_code == 404
