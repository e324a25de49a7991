"""House bots for practice only: where people meet them, and what they stay out of."""

import io

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from bots.models import Bot
from games.snake import SNAKE
from ladder.tests.play import make_bot
from pages.demo import ensure_event
from pages.rooms.queries import house_bots

NAMES = {bot.name for bot in SNAKE.house}
(SLOW,) = (bot.name for bot in SNAKE.house if bot.practice)


@pytest.fixture
def house(db):
    owner = User.objects.create_user("house", is_house=True)
    return [make_bot(owner, name) for name in sorted(NAMES)]


def test_people_may_choose_it_in_a_room_and_see_what_it_is(house, client):
    assert {bot.name for bot in house_bots("snake")} == NAMES
    assert "practice only" in client.get(f"/bots/house/{SLOW}/").content.decode()
    assert "practice only" not in client.get("/bots/house/hunter/").content.decode()


def test_the_event_of_a_new_site_is_entered_by_the_others(house):
    User.objects.create_superuser("organizer", "organizer@example.org", "a-secret-1")
    event = ensure_event([SNAKE])
    assert event is not None
    assert {entry.bot.name for entry in event.entries.all()} == NAMES - {SLOW}


def test_a_new_site_may_have_the_demo_content_of_some_games_alone(db, redis_client):
    call_command("demo", "snake", stdout=io.StringIO())
    assert set(Bot.objects.values_list("game", flat=True)) == {"snake"}
    with pytest.raises(CommandError, match="There is no game 'chess'"):
        call_command("demo", "chess")


@pytest.mark.parametrize("page", ["", "kit/"])
def test_the_pages_of_a_game_tell_how_strong_its_house_bots_are(client, db, page):
    text = client.get(f"/games/snake/{page}").content.decode()
    shown = [text.index(f"<strong>{bot.name}</strong>") for bot in SNAKE.house]
    assert shown == sorted(shown)
    assert [text.count(f"strength {n} of {len(NAMES)}") for n in range(1, len(NAMES) + 1)] == [
        1
    ] * 5
    assert text.count("practice only") == 1
