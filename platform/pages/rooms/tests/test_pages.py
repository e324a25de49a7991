"""The pages of rooms, and the way onto the page where one plays."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from bots import services as bot_services
from bots.tests.steps import ready, version_of
from matches.models import Match
from rooms import services
from rooms.models import Room, RoomSeat

pytestmark = pytest.mark.django_db
NEW = "/rooms/new/?game=snake&ruleset=blitz"


@pytest.fixture
def cobra(charlie):
    return ready(version_of(bot_services.create_bot(charlie, "snake", "cobra")))


@pytest.fixture
def house(db):
    """A house bot that plays."""
    from accounts.models import User

    owner = User.objects.filter(is_house=True).first() or User.objects.create_user(
        "house", is_house=True
    )
    bot = bot_services.create_bot(owner, "snake", "gardener")
    bot.is_house = True
    bot.save()
    return ready(version_of(bot))


@pytest.fixture
def room(alice):
    """Alice's, with two empty seats."""
    return services.open_room(alice, "snake", "blitz")


@pytest.fixture
def mine(client, alice):
    """Alice's browser."""
    client.force_login(alice)
    return client


def url(room: Room, rest: str = "") -> str:
    return f"/rooms/{room.code}/{rest}"


def seats(room: Room) -> list[str]:
    """The kind and occupant of each seat."""
    found = []
    for seat in RoomSeat.objects.filter(room=room).select_related("user", "version__bot"):
        who = seat.user or (seat.version and seat.version.bot) or ""
        found.append(f"{seat.kind} {who}".strip())
    return found


def told(response) -> str:
    """The messages in the page's corner."""
    return " ".join(re.findall(r'<div class="toast[^>]*><p>(.*?)</p>', response.content.decode()))


def post(client, address: str, **data):
    """Press a button; returns the page after the redirect."""
    return client.post(address, data, follow=True)


# A new room ----------------------------------------------------------------------------------


def test_from_a_bots_page_it_is_two_presses_to_the_board(mine, cobra):
    page = mine.get("/bots/charlie/cobra/").content.decode()
    address = "/rooms/new/?game=snake&amp;opponent=charlie/cobra"
    assert address in page
    form = mine.get(address.replace("&amp;", "&")).content.decode()
    assert 'value="charlie/cobra"' in form
    answer = mine.post(NEW, {"opponent_1": "charlie/cobra", "seat": "0", "start": "1"})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/play/0/"
    assert (match.kind, match.ruleset) == ("room", "blitz")
    assert [str(seat.player) for seat in match.seats.all()] == ["alice", "charlie/cobra"]


def test_a_games_page_offers_to_play_to_everybody(client):
    assert 'href="/rooms/new/?game=snake"' in client.get("/games/snake/").content.decode()
    answer = client.get("/rooms/new/?game=snake")
    assert answer["Location"].startswith("/accounts/login/")


def test_a_room_can_be_opened_without_a_start(mine, alice):
    answer = mine.post(NEW, {"opponent_1": "", "seat": "1"})
    room = Room.objects.get()
    assert answer["Location"] == url(room)
    assert seats(room) == ["empty", "person alice"]


def test_a_seat_at_random_is_not_always_the_same(mine, settings):
    settings.ROOMS_PER_PERSON = 30
    for _ in range(30):
        mine.post(NEW, {"opponent_1": "", "seat": ""})
    assert {tuple(seats(room)) for room in Room.objects.all()} == {
        ("empty", "person alice"),
        ("person alice", "empty"),
    }


def test_house_bots_take_the_seats_that_are_left(mine, house):
    mine.post(NEW, {"opponent_1": "", "seat": "0", "fill": "on"})
    assert seats(Room.objects.get()) == ["person alice", f"bot {house.bot}"]


def test_a_start_that_cannot_be_leads_to_the_room_and_says_why(mine):
    page = post(mine, NEW, opponent_1="", seat="0", start="1")
    room = Room.objects.get()
    assert page.redirect_chain[-1][0] == url(room)
    assert "Seat 2 is empty" in told(page)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"opponent_1": "nobody/nothing"}, "No bot “nobody/nothing” plays Snake now"),
        ({"opponent_1": "", "seat": "7"}, "7 is not one of the available choices"),
        ({"opponent_1": "x" * 200}, "at most 61 characters"),
        ({"opponent_1": "", "map": "999999"}, "This map does not exist"),
    ],
)
def test_what_cannot_be_opened_says_so_beside_what_was_typed(mine, data, problem):
    answer = mine.post(NEW, data)
    assert answer.status_code == 422
    assert problem in answer.content.decode()
    assert not Room.objects.exists()


def test_too_many_open_rooms_are_refused_with_the_way_out(mine, settings):
    settings.ROOMS_PER_PERSON = 1
    mine.post(NEW, {"opponent_1": "", "seat": "0"})
    answer = mine.post(NEW, {"opponent_1": "", "seat": "0"})
    assert answer.status_code == 422
    (room,) = Room.objects.all()
    words = "You have reached the limit of open rooms, 1. Close one of them first:"
    link = f'<a href="{url(room)}">Snake, Blitz (room {room.code[:4]}…)</a>.'
    assert f"{words} {link}" in answer.content.decode()


def test_a_third_match_at_a_time_is_refused_with_links_to_the_two_rooms(mine, house, settings):
    settings.ROOM_MATCHES_PER_PERSON = 2
    wanted = {"opponent_1": "", "seat": "0", "fill": "on", "start": "1"}
    for _ in range(2):
        assert mine.post(NEW, wanted).status_code == 302
    answer = mine.post(NEW, wanted)
    assert answer.status_code == 422
    page = answer.content.decode()
    words = "limit of matches that your rooms play at a time, 2. Finish or stop one of them first:"
    assert words in page
    assert Room.objects.count() == 2
    assert all(f'<a href="{url(room)}">Snake, Blitz (room' in page for room in Room.objects.all())
    # A room that is there already says the same when it starts.
    mine.post(NEW, {"opponent_1": "", "seat": "0", "fill": "on"})
    third = Room.objects.latest("created")
    assert words in told(post(mine, url(third, "start/")))


def test_house_bots_fill_the_seats_unless_one_says_no(mine):
    page = mine.get(NEW).content.decode()
    (box,) = re.findall(r'<input[^>]*name="fill"[^>]*>', page)
    assert "checked" in box
    assert "Fill empty seats with house bots" in page


def test_an_unknown_game_is_not_found_and_an_unknown_ruleset_the_first(mine):
    assert mine.get("/rooms/new/?game=chess").status_code == 404
    assert "Standard" in mine.get("/rooms/new/?game=snake&ruleset=chess").content.decode()


# The list ------------------------------------------------------------------------------------


def test_the_list_has_ones_rooms_and_invitations(client, bob, room, alice):
    services.invite(room, alice, 1, "bob")
    client.force_login(bob)
    page = client.get("/rooms/").content.decode()
    assert 'id="invited"' in page
    assert "Open a room" in page
    services.sit(room, bob, 1)
    page = client.get("/rooms/").content.decode()
    assert 'id="invited"' not in page
    assert url(room) in page


def test_an_empty_list_teaches(mine):
    assert "people and bots take their seats" in mine.get("/rooms/").content.decode()


def test_a_long_list_costs_as_much_as_a_short_one(
    mine, alice, settings, cobra, django_assert_max_num_queries
):
    settings.ROOMS_PER_PERSON = 20
    for _ in range(12):
        room = services.open_room(alice, "snake", "blitz")
        services.put_bot(room, alice, 1, cobra)
    with django_assert_max_num_queries(8):
        mine.get("/rooms/")


# In a room -----------------------------------------------------------------------------------


def test_who_has_the_address_sees_the_room_and_is_asked_to_log_in(client, room):
    page = client.get(url(room)).content.decode()
    assert f"/accounts/login/?next=/rooms/{room.code}/" in page
    assert "Start the match" not in page
    assert f"http://testserver{url(room)}" in page
    assert client.get("/rooms/aaaaaaaaaaaa/").status_code == 404


def test_people_sit_down_stand_up_and_move(client, bob, room):
    client.force_login(bob)
    post(client, url(room, "seats/0/sit/"))
    assert seats(room) == ["person bob", "empty"]
    post(client, url(room, "seats/1/sit/"))
    assert seats(room) == ["empty", "person bob"]
    post(client, url(room, "seats/1/free/"))
    assert seats(room) == ["empty", "empty"]


def test_the_owner_puts_bots_by_name_and_by_one_press(mine, room, cobra, house):
    post(mine, url(room, "seats/1/bot/"), opponent_1="charlie/cobra")
    assert seats(room)[1] == "bot charlie/cobra"
    page = mine.get(url(room)).content.decode()
    assert f'name="bot" value="{house.bot}"' in page
    post(mine, url(room, "seats/1/bot/"), bot=str(house.bot), opponent_1="")
    assert seats(room)[1] == f"bot {house.bot}"
    post(mine, url(room, "seats/1/free/"))
    post(mine, url(room, "fill/"))
    assert seats(room) == [f"bot {house.bot}"] * 2


@pytest.mark.parametrize(
    ("address", "data", "problem"),
    [
        ("seats/1/bot/", {"opponent_1": ""}, "Name a bot"),
        ("seats/1/bot/", {"opponent_1": "nobody/nothing"}, "No bot “nobody/nothing” plays"),
        ("seats/9/sit/", {}, "This ruleset has no seat 10."),
        ("seats/1/invite/", {"username": "nobody"}, "There is no account called “nobody”"),
        ("seats/1/invite/", {"username": "alice"}, "You cannot invite yourself"),
        ("seats/1/invite/", {"username": ""}, "There is no account called"),
        ("start/", {}, "Seat 1 is empty"),
        ("again/", {}, "No match was played here yet"),
        ("stop/", {}, "No match has begun"),
        ("change/", {"ruleset": "chess"}, "chess is not one of the available choices"),
        ("fill/", {}, "No house bot plays here now"),
    ],
)
def test_every_refusal_says_why_and_leads_back(mine, room, address, data, problem):
    page = post(mine, url(room, address), **data)
    assert page.redirect_chain[-1][0] == url(room)
    assert problem in told(page)


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("seats/1/bot/", {"opponent_1": "charlie/cobra"}),
        ("seats/1/invite/", {"username": "alice"}),
        ("start/", {}),
        ("change/", {"ruleset": "standard"}),
        ("close/", {}),
    ],
)
def test_others_than_the_owner_are_refused(client, bob, room, cobra, address, data):
    client.force_login(bob)
    before = seats(room)
    assert "owner may" in told(post(client, url(room, address), **data))
    room.refresh_from_db()
    assert (seats(room), room.ruleset, room.closed) == (before, "blitz", None)


@pytest.mark.parametrize(
    "address", ["seats/0/sit/", "seats/0/bot/", "start/", "change/", "close/", "again/", "stop/"]
)
def test_acts_are_for_posts_of_people_who_are_logged_in(client, room, address):
    assert client.get(url(room, address)).status_code == 405
    assert client.post(url(room, address))["Location"].startswith("/accounts/login/")


def test_an_invited_person_sits_down_or_declines(client, bob, room, alice):
    services.invite(room, alice, 1, "bob")
    client.force_login(bob)
    page = client.get(url(room)).content.decode()
    assert "Sit down" in page
    assert "Decline" in page
    post(client, url(room, "seats/1/free/"))
    assert seats(room) == ["empty", "empty"]


def test_another_ruleset_keeps_who_sits(mine, room, alice):
    services.sit(room, alice, 1)
    post(mine, url(room, "change/"), ruleset="standard", map="")
    room.refresh_from_db()
    assert (room.ruleset, seats(room)) == ("standard", ["empty", "person alice"])


def test_a_closed_room_says_so(mine, room):
    post(mine, url(room, "close/"))
    page = mine.get(url(room)).content.decode()
    assert "This room is closed" in page
    assert "hx-get" not in page.split('id="room-now"')[1].split(">")[0]


# Updates of open pages -----------------------------------------------------------------------


def test_a_page_that_shows_all_there_is_gets_nothing_new(client, room, bob):
    address = url(room, f"now/?revision={room.revision}")
    assert client.get(address).status_code == 204
    services.sit(room, bob, 0)
    answer = client.get(address)
    assert answer.status_code == 200
    assert "bob" in answer.content.decode()
    assert f"?revision={room.revision}" in answer.content.decode()


def test_who_sits_is_taken_to_the_match_when_it_begins(client, room, alice, bob, charlie):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    address = url(room, f"now/?revision={room.revision}")
    match = services.start(room, alice)
    client.force_login(bob)
    assert client.get(address)["HX-Redirect"] == f"/matches/{match.pk}/play/1/"
    client.force_login(charlie)
    assert "HX-Redirect" not in client.get(address)


def test_who_comes_back_while_the_match_is_on_finds_the_way_to_the_board(mine, room, alice, bob):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    page = mine.get(url(room)).content.decode()
    assert f'href="/matches/{match.pk}/play/0/"' in page
    assert f'href="/matches/{match.pk}/play/0/"' in mine.get("/rooms/").content.decode()
    assert "Stop" in page


def end(match: Match) -> None:
    match.state, match.finished = Match.State.ABORTED, timezone.now()
    match.save()


def test_alone_against_bots_the_next_match_begins_at_once(mine, room, alice, cobra):
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, cobra)
    end(services.start(room, alice))
    assert "Play again" in mine.get(url(room)).content.decode()
    answer = mine.post(url(room, "again/"))
    again = Match.objects.latest("pk")
    assert Match.objects.count() == 2
    assert answer["Location"] == f"/matches/{again.pk}/play/0/"


def test_among_people_the_next_match_waits_for_its_start(mine, room, alice, bob):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    end(services.start(room, alice))
    assert mine.post(url(room, "again/"))["Location"] == url(room)
    assert Match.objects.count() == 1
    assert seats(room) == ["person alice", "person bob"]


def test_the_page_of_many_seats_costs_as_much_as_that_of_two(
    mine, alice, django_assert_max_num_queries
):
    room = services.open_room(alice, "generals", "sixteen")
    with django_assert_max_num_queries(16):
        page = mine.get(url(room)).content.decode()
    assert page.count("Sit here") == 16


# Notes before a match -------------------------------------------------------------------------


def test_pages_name_the_time_after_which_a_seat_is_given_up(mine, house, settings):
    settings.ROOM_AWAY_SECONDS = 45
    words = "for more than 45 seconds"
    assert words in mine.get(NEW).content.decode()
    answer = mine.post(NEW, {"opponent_1": "", "seat": "0", "fill": "on", "start": "1"})
    assert words in mine.get(url(Room.objects.get())).content.decode()
    assert "you have 45 seconds to open it again" in mine.get(answer["Location"]).content.decode()
    settings.ROOM_AWAY_SECONDS = 0
    assert "loses the seat" not in mine.get(NEW).content.decode()
