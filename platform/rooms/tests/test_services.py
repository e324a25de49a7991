"""Rooms: who may sit where, who may change what, and what a start needs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from bots.services import create_bot
from bots.tests.steps import ready, version_of
from games.engine import EndState
from matches.models import Match, Seat
from matches.services import abort
from matches.signals import match_finished
from rooms import services, tasks
from rooms.models import Room, RoomSeat
from rooms.services import RoomError


def seats(room):
    """Each seat as its kind and who is on it."""
    return [
        (seat.kind, str(seat.user or (seat.version and seat.version.bot) or ""))
        for seat in room.seats.all()
    ]


@pytest.fixture
def bidding(auctions, db, bob):
    """A version of bob's that nobody has to build: no match of these tests is played."""
    return ready(version_of(create_bot(bob, "auction", "bidder")))


@pytest.fixture
def room(auctions, db, redis_client, alice):
    """Alice's."""
    return services.open_room(alice, "auction", "duel")


@pytest.fixture
def playing(room, alice, bob):
    """Alice and bob, whose match has begun."""
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    services.start(room, alice)
    return room


def end(match, state=Match.State.ABORTED):
    Match.objects.filter(pk=match.pk).update(state=state)
    match.refresh_from_db()


def test_a_room_has_the_rulesets_seats_all_empty_and_a_code_of_its_own(room, alice):
    assert seats(room) == [("empty", ""), ("empty", "")]
    other = services.open_room(alice, "auction", "sixteen")
    assert other.seats.count() == 16
    assert len({room.code, other.code}) == 2
    assert len(room.code) == 12


@pytest.mark.parametrize(
    ("game", "ruleset", "problem"),
    [("chess", "duel", "no game “chess”"), ("auction", "nope", "no ruleset “nope”")],
)
def test_only_what_there_is_can_be_played(auctions, alice, game, ruleset, problem):
    with pytest.raises(RoomError, match=problem):
        services.open_room(alice, game, ruleset)


def test_who_knows_the_room_sits_down_and_moves_and_stands_up(room, bob):
    services.sit(room, bob, 0)
    assert seats(room) == [("person", "bob"), ("empty", "")]
    services.sit(room, bob, 1)
    assert seats(room) == [("empty", ""), ("person", "bob")]
    services.stand_up(room, bob, 1)
    assert seats(room) == [("empty", ""), ("empty", "")]


def test_nobody_takes_anothers_seat_or_empties_it(room, alice, bob, charlie, bidding):
    services.sit(room, bob, 0)
    services.put_bot(room, alice, 1, bidding)
    with pytest.raises(RoomError, match="another person"):
        services.sit(room, charlie, 0)
    with pytest.raises(RoomError, match="A bot sits there"):
        services.sit(room, charlie, 1)
    for number in (0, 1):
        with pytest.raises(RoomError, match="Only the room's owner"):
            services.stand_up(room, charlie, number)
    with pytest.raises(RoomError, match="no seat 3"):
        services.sit(room, charlie, 2)
    services.stand_up(room, alice, 0)
    assert seats(room) == [("empty", ""), ("bot", "bob/bidder")]


def test_only_the_owner_puts_bots_invites_and_changes(room, bob, alice, bidding):
    for act in (
        lambda: services.put_bot(room, bob, 0, bidding),
        lambda: services.invite(room, bob, 0, "alice"),
        lambda: services.change(room, bob, ruleset="sixteen"),
        lambda: services.start(room, bob),
        lambda: services.close(room, bob),
        lambda: services.stop(room, bob),
    ):
        with pytest.raises(RoomError, match="Only the room's owner"):
            act()


def test_an_invitation_keeps_the_seat_for_one_person(room, alice, bob, charlie):
    services.invite(room, alice, 1, " Bob ")
    assert seats(room)[1] == ("invited", "bob")
    assert list(Room.objects.inviting(bob)) == [room]
    assert not Room.objects.inviting(charlie)
    with pytest.raises(RoomError, match="another person"):
        services.sit(room, charlie, 1)
    services.sit(room, bob, 1)
    assert seats(room)[1] == ("person", "bob")
    assert not Room.objects.inviting(bob)
    assert list(Room.objects.of(bob)) == [room]


def test_an_invitation_may_be_declined(room, alice, bob):
    services.invite(room, alice, 1, "bob")
    services.stand_up(room, bob, 1)
    assert seats(room)[1] == ("empty", "")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nobody", "no account called “nobody”"),
        ("alice", "You cannot invite yourself"),
        ("a\0b", "no account called “ab”"),
    ],
    ids=["unknown", "oneself", "nul"],
)
def test_only_other_people_can_be_invited(room, alice, name, problem):
    with pytest.raises(RoomError, match=problem):
        services.invite(room, alice, 1, name)


def test_nobody_is_invited_twice_or_onto_a_persons_seat(room, alice, bob, charlie):
    services.sit(room, bob, 0)
    with pytest.raises(RoomError, match="has a seat in this room"):
        services.invite(room, alice, 1, "bob")
    with pytest.raises(RoomError, match="That seat is taken"):
        services.invite(room, alice, 0, "charlie")


def test_bots_are_those_that_may_be_challenged(room, alice, bidding, alices_bot):
    bot = bidding.bot
    services.put_bot(room, alice, 1, bidding)
    for change, problem in (
        ({"retired_at": timezone.now()}, "does not play any more"),
        ({"deactivated_at": timezone.now()}, "does not play any more"),
        ({"game": "snake"}, "plays another game"),
    ):
        type(bot).objects.filter(pk=bot.pk).update(**change)
        bidding.refresh_from_db()
        with pytest.raises(RoomError, match=problem):
            services.put_bot(room, alice, 1, bidding)
        type(bot).objects.filter(pk=bot.pk).update(
            retired_at=None, deactivated_at=None, game="auction"
        )


def test_a_change_of_ruleset_keeps_the_seats_that_stay(room, alice, bob):
    services.sit(room, bob, 1)
    services.change(room, alice, ruleset="pairs")
    assert seats(room) == [("empty", ""), ("person", "bob"), ("empty", ""), ("empty", "")]
    services.change(room, alice, ruleset="duel")
    assert seats(room) == [("empty", ""), ("person", "bob")]


def test_every_change_counts_a_revision(room, alice, bob):
    seen = [room.revision]
    for act in (
        lambda: services.sit(room, bob, 1),
        lambda: services.change(room, alice, ruleset="pairs"),
        lambda: services.stand_up(room, bob, 1),
    ):
        act()
        seen.append(room.revision)
    assert seen == sorted(set(seen))
    assert Room.objects.get().revision == seen[-1]


def test_a_refusal_changes_nothing(room, bob, charlie):
    services.sit(room, bob, 0)
    before = room.revision
    with pytest.raises(RoomError):
        services.sit(room, charlie, 0)
    room.refresh_from_db()
    assert room.revision == before


def test_a_start_needs_everybody_and_one_person_at_least(room, alice, bob, bidding):
    services.put_bot(room, alice, 0, bidding)
    with pytest.raises(RoomError, match="Seat 2 is empty"):
        services.start(room, alice)
    services.put_bot(room, alice, 1, bidding)
    with pytest.raises(RoomError, match="No person has a seat"):
        services.start(room, alice)
    services.invite(room, alice, 1, "bob")
    with pytest.raises(RoomError, match="kept for bob"):
        services.start(room, alice)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    room.refresh_from_db()
    assert (room.match, list(room.played.all())) == (match, [match])
    assert (match.kind, match.state, match.requested_by) == ("room", "queued", alice)
    first, second = match.seats.all()
    assert (first.version, first.person) == (bidding, None)
    assert (second.version, second.person) == (None, bob)


def test_a_bot_that_left_meanwhile_keeps_the_match_from_beginning(room, alice, bidding):
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, bidding)
    type(bidding.bot).objects.update(retired_at=timezone.now())
    with pytest.raises(RoomError, match="Choose another bot for seat 2"):
        services.start(room, alice)


def test_a_room_plays_one_match_at_a_time(playing, alice, bob):
    for act in (
        lambda: services.start(playing, alice),
        lambda: services.sit(playing, alice, 0),
        lambda: services.change(playing, alice, ruleset="pairs"),
    ):
        with pytest.raises(RoomError, match="has begun"):
            act()
    assert Match.objects.count() == 1
    with pytest.raises(RoomError, match="not over yet"):
        services.again(playing, alice)
    with pytest.raises(RoomError, match="not over yet"):
        services.close(playing, alice)


def test_afterwards_whoever_sits_there_may_have_it_played_again(playing, alice, bob, charlie):
    first = playing.match
    end(first, Match.State.FINISHED)
    with pytest.raises(RoomError, match="is over: play again first"):
        services.sit(playing, charlie, 0)
    with pytest.raises(RoomError, match="Only people who sit"):
        services.again(playing, charlie)
    assert services.again(playing, bob) == playing
    assert seats(playing) == [("person", "alice"), ("person", "bob")]
    second = services.start(playing, alice)
    assert second != first
    assert set(playing.played.all()) == {first, second}


def test_only_the_owner_or_an_organizer_stops_a_match(playing, alice, bob, olga):
    with pytest.raises(RoomError, match="You can leave the match"):
        services.stop(playing, bob)
    with pytest.raises(PermissionDenied):
        abort(playing.match, bob)
    revision = playing.revision
    services.stop(playing, alice)
    playing.refresh_from_db()
    assert playing.match.state == "aborted"
    assert playing.revision > revision
    with pytest.raises(RoomError, match="waits or runs"):
        services.stop(playing, olga)


def test_there_is_a_bound_on_rooms_and_on_what_is_played_in_them(
    settings, auctions, transactional_db, redis_client, alice, bob
):
    settings.ROOMS_PER_PERSON, settings.ROOM_MATCHES, settings.ROOM_MATCHES_PER_PERSON = 2, 2, 1

    def full(owner):
        room = services.open_room(owner, "auction", "duel")
        services.sit(room, alice, 0)
        services.sit(room, bob, 1)
        return room

    one, two = full(alice), full(alice)
    with pytest.raises(RoomError, match="limit of open rooms, 2"):
        services.open_room(alice, "auction", "duel")
    services.start(one, alice)
    with pytest.raises(RoomError, match="limit of matches that your rooms play at a time, 1"):
        services.start(two, alice)
    services.start(full(bob), bob)
    settings.ROOM_MATCHES_PER_PERSON = 9
    with pytest.raises(RoomError, match="All places for matches"):
        services.start(two, alice)
    services.stop(one, alice)
    assert services.start(two, alice)


def test_a_room_that_nobody_uses_is_closed_but_not_while_a_match_is_on(playing, alice, bob):
    old = timezone.now() - timedelta(hours=25)
    idle = services.open_room(alice, "auction", "duel")
    Room.objects.update(touched=old)
    tasks.close_idle()
    idle.refresh_from_db()
    playing.refresh_from_db()
    assert (idle.closed is None, playing.closed is None) == (False, True)
    with pytest.raises(RoomError, match="This room is closed"):
        services.sit(idle, bob, 0)
    end(playing.match)
    playing.refresh_from_db()
    assert not playing.is_open
    tasks.close_idle()
    playing.refresh_from_db()
    assert playing.closed


def test_a_closed_room_takes_nobody(room, alice, bob):
    services.close(room, alice)
    with pytest.raises(RoomError, match="This room is closed"):
        services.sit(room, bob, 0)
    assert not Room.objects.open()


def test_people_play_no_game_whose_rules_are_a_program(monkeypatch, db, alice):
    from games.foreign.game import ForeignGame
    from games.registry import OURS

    class Elsewhere(ForeignGame):
        title = "Elsewhere"

        def __init__(self):
            pass

    monkeypatch.setitem(OURS, "elsewhere", Elsewhere())
    with pytest.raises(RoomError, match="People cannot play Elsewhere here"):
        services.open_room(alice, "elsewhere", "standard")


def test_a_seat_has_a_bot_or_a_person_and_never_both_or_none(room, alice, bob, bidding):
    match = Match.objects.create(game="auction", ruleset="duel", kind="room", seed=1)
    for players in ({}, {"version": bidding, "person": alice}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.create(match=match, number=0, **players)
    for who in ({"kind": "bot"}, {"kind": "empty", "user": alice}, {"kind": "person"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            RoomSeat.objects.create(room=room, number=9, **who)


def test_rooms_come_with_their_seats_in_a_bounded_number_of_queries(
    room, alice, bob, bidding, django_assert_num_queries
):
    services.sit(room, alice, 0)
    services.put_bot(room, alice, 1, bidding)
    with django_assert_num_queries(2):
        (found,) = Room.objects.of(alice).with_seats()
        assert seats(found) == [("person", "alice"), ("bot", "bob/bidder")]


def test_what_a_person_did_is_no_business_of_the_ladder(room, alice, bob):
    services.sit(room, alice, 0)
    services.sit(room, bob, 1)
    match = services.start(room, alice)
    match.seats.update(rank=1, end=EndState.OK)
    end(match, Match.State.FINISHED)
    match_finished.send(sender=Match, match=match)
    assert not apps.get_model("ladder", "Rating").objects.exists()
