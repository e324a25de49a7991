"""The way onto the page where one plays, and what that page is given."""

from __future__ import annotations

from typing import Any

import pytest

from bots import services as bot_services
from bots.tests.steps import ready, version_of
from games.registry import GAMES
from rooms import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def room(alice):
    return services.open_room(alice, "snake", "blitz")


@pytest.fixture
def match(room, alice, charlie):
    cobra = ready(version_of(bot_services.create_bot(charlie, "snake", "cobra")))
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, cobra)
    return services.start(room, alice)


def config(response) -> dict[str, Any]:
    found: dict[str, Any] = response.context["config"]
    return found


def test_the_board_is_given_what_it_needs(client, alice, match, room):
    client.force_login(alice)
    answer = client.get(f"/matches/{match.pk}/play/0/")
    assert config(answer) == {
        "socket": f"/ws/matches/{match.pk}/seats/0/",
        "view": "/static/games/snake/view.js",
        "play": "/static/games/snake/play.js",
        "seat": 0,
        "away": "60",
        "state": "queued",
        "hides": False,
        "title": "Snake against cobra",
        "seats": [
            {"name": "alice", "full": "alice", "url": "/people/alice/"},
            {"name": "cobra", "full": "charlie/cobra", "url": "/bots/charlie/cobra/"},
        ],
    }
    page = answer.content.decode()
    assert "Leave the match" in page
    assert f'href="{room.get_absolute_url()}">Back to the room' in page


def test_whose_seat_it_is_not_may_watch_instead(client, match, bob):
    address = f"/matches/{match.pk}/play/0/"
    assert client.get(address)["Location"].startswith("/accounts/login/")
    client.force_login(bob)
    assert client.get(address)["Location"] == f"/matches/{match.pk}/"
    assert client.get(f"/matches/{match.pk}/play/1/")["Location"] == f"/matches/{match.pk}/"
    assert client.get(f"/matches/{match.pk}/play/7/").status_code == 404
    assert client.get("/matches/999999/play/0/").status_code == 404


def test_a_game_without_controls_of_its_own_gets_the_general_ones(
    client, alice, match, monkeypatch, tmp_path
):
    client.force_login(alice)
    monkeypatch.setattr(type(GAMES["snake"]), "folder", tmp_path)
    assert config(client.get(f"/matches/{match.pk}/play/0/"))["play"] is None
