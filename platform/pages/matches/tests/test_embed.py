"""Matches in pages of other sites: the frame, oEmbed, and the card of a shared link."""

from __future__ import annotations

import html
import io
import json
import re

import pytest
from django.conf import settings
from PIL import Image, ImageColor

from games.registry import GAMES
from games.snake.game import SNAKE
from ladder.tests.play import make_bot
from matches.audience import Audience
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.recorded.results import score_of
from matches.services import create_match
from matches.tests.recorded import recorded
from pages.frame.match_parts.match_seats import seat_rows
from pages.matches import card

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice, charlie) -> Match:
    versions = [
        bot.active_version
        for bot in (make_bot(alice, "worm"), make_bot(charlie, "viper"))
        if bot.active_version
    ]
    match = create_match("snake", "blitz", "ladder", versions)
    recorded(match)
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def private(match: Match) -> Match:
    match.audience = Audience.HIDDEN
    match.save()
    return match


def test_only_the_embedded_player_may_be_framed(client, match):
    embedded = client.get(f"/embed/matches/{match.pk}/")
    assert embedded.status_code == 200
    assert "X-Frame-Options" not in embedded.headers
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    for address in (f"/matches/{match.pk}/", "/", "/live/", "/oembed/", "/nowhere/"):
        other = client.get(address)
        assert other["X-Frame-Options"] == "DENY", address
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"], address


def test_an_embedded_player_is_the_same_for_everybody(client, match, olga):
    def body() -> str:
        response = client.get(f"/embed/matches/{match.pk}/?theme=dark")
        assert not response.cookies
        return str(response.content, "utf-8")

    nobody = body()
    client.force_login(olga)
    assert body() == nobody
    assert "<form" not in nobody.replace('<form method="dialog">', "")
    assert 'data-theme="dark"' in nobody
    config = json.loads(re.findall(r'id="player-config"[^>]*>(.*?)</script>', nobody)[0])
    assert config["socket"] == f"/ws/embed/matches/{match.pk}/"
    assert config["log_url"] is None


def test_a_match_that_not_everybody_may_see_is_nowhere(client, private, alice, olga):
    addresses = (
        f"/embed/matches/{private.pk}/",
        f"/matches/{private.pk}/card.png",
        f"/oembed/?url=http://testserver/matches/{private.pk}/",
    )
    for user in (None, alice, olga):
        if user:
            client.force_login(user)
        for address in addresses:
            response = client.get(address)
            assert response.status_code == 404, (user, address)
            assert b"worm" not in response.content
    page = client.get(f"/matches/{private.pk}/")
    assert page.status_code == 200
    assert b"og:image" not in page.content


def test_the_card_is_a_picture_that_changes_with_the_match(client, match):
    response = client.get(f"/matches/{match.pk}/card.png")
    assert response["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(response.content)) as image:
        image.load()
        assert (image.format, image.size) == ("PNG", (1200, 630))
        assert len(image.getcolors(1 << 20) or ()) > 20, "nothing is drawn"
    again = client.get(f"/matches/{match.pk}/card.png", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304
    Match.objects.filter(pk=match.pk).update(state=Match.State.RUNNING)
    running = client.get(f"/matches/{match.pk}/card.png")
    assert running.content != response.content
    assert len(response.content) < 100_000


def test_a_card_of_snake_has_the_colours_of_its_board(client, match):
    picture = Image.open(io.BytesIO(client.get(f"/matches/{match.pk}/card.png").content))
    colors = {color for _, color in picture.convert("RGB").getcolors(1 << 20) or ()}
    assert {tuple(bytes.fromhex(color[1:])) for color in SNAKE.colors} <= colors
    assert tuple(bytes.fromhex(card.COLOURS[1][1:])) not in colors


def test_cards_have_the_colours_of_the_boards():
    css = (settings.ROOT / "static/player/seats.css").read_text()
    named = [color for n, color in enumerate(card.COLOURS) if f"--seat-{n}: {color};" in css]
    assert named == [*card.COLOURS]
    assert f"--seat-{len(card.COLOURS)}:" not in css


def test_a_card_shows_the_last_board_and_the_scores(match):
    found = card.last_board(match)
    assert found is not None
    rows, seats = found
    with open_replay(match) as replay:
        (last,) = replay.read(replay.frames - 1)
        (first,) = replay.read(replay.games[-1], replay.games[-1] + 1)
    assert [*rows] == [*GAMES["snake"].tiles(first["scene"], last["key"])]
    cell = card.BOARD // len(rows)
    owned = [(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile in "01"]
    with Image.open(io.BytesIO(card.picture(match))) as image:
        for x, y in owned:
            left, top = card.WIDTH - card.EDGE - card.BOARD, 296 - cell * len(rows) // 2
            at = left + x * cell + cell // 2, top + y * cell + cell // 2
            colour = ImageColor.getrgb(SNAKE.colors[seats[int(rows[y][x])]])
            assert image.convert("RGB").getpixel(at) == colour
    results = [card._of_seat(row, won=row["place"] == 1) for row in seat_rows(match)]
    scores = [score_of(seat.score or 0.0) for seat in match.seats.order_by("number")]
    assert all(result.endswith(score) for result, score in zip(results, scores, strict=True))


def test_a_card_makes_no_replay_again(match):
    with_board = card.picture(match)
    match.replay_form = Match.ReplayForm.COMPACT
    assert card.last_board(match) is None
    assert card.picture(match) != with_board


def test_cards_of_many_seats_and_of_titles_that_the_font_lacks(match, monkeypatch):
    assert card._drawable("香菇滑稽", "xghj") == "xghj"
    assert card._drawable("blitz – fast", "x") == "blitz - fast"
    assert card._drawable("żółw", "turtle") == "turtle"
    monkeypatch.setattr(card, "MOST_NAMES", 1)
    short = card.picture(match)
    monkeypatch.setattr(card, "MOST_NAMES", 2)
    assert short != card.picture(match)


def test_oembed_describes_a_match_in_two_formats(client, match):
    page = client.get(f"/matches/{match.pk}/").content.decode()
    found = re.findall(r'/(json|xml)\+oembed"[^>]* href="([^"]+)"', page)
    assert [form for form, _ in found] == ["json", "xml"]
    answers = [client.get(href.replace("&amp;", "&")) for _, href in found]
    described = answers[0].json()
    assert (described["version"], described["type"]) == ("1.0", "rich")
    assert f'src="http://testserver/embed/matches/{match.pk}/"' in described["html"]
    assert client.get(described["thumbnail_url"])["Content-Type"] == "image/png"
    told = dict(re.findall(r"<(\w+)>([^<]*)</\1>", answers[1].content.decode()))
    told = {name: html.unescape(value) for name, value in told.items()}
    assert answers[1].content.startswith(b"<?xml")
    assert told == {name: str(value) for name, value in described.items()}


def test_oembed_keeps_to_the_size_that_is_asked_for(client, match):
    address = f"/oembed/?url=http://testserver/matches/{match.pk}/"
    small = client.get(f"{address}&maxwidth=320&maxheight=300").json()
    assert (small["width"], small["height"]) == (320, 300)
    assert 'width="320" height="300"' in small["html"]
    usual = client.get(f"{address}&maxwidth=5000").json()
    assert (usual["width"], usual["height"]) == (640, 720)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("url=http://testserver/matches/1/&maxwidth=x", 400),
        ("url=http://testserver/matches/1/&format=yaml", 501),
        ("url=http://other.example/matches/1/", 404),
        ("url=http://testserver/bots/", 404),
        ("url=http://[", 404),
        ("url=javascript:alert(1)", 404),
        ("url=http://testserver/matches/99999999999999999999/", 404),
    ],
)
def test_oembed_says_what_it_does_not_know(client, query, status):
    assert client.get(f"/oembed/?{query}").status_code == status
