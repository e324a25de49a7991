"""The waiting list and the check-in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from ladder.events.entrants import check_in, entering, waiting
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tasks import move_events
from ladder.tests.play import make_bot
from notices.models import Notice

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def people(worm, viper, bob, olga):
    """Four bots of as many people."""
    return [worm, viper, make_bot(bob, "cobra"), make_bot(olga, "asp")]


@pytest.fixture
def full(ruled, people):
    """An event with one place, which is taken, and a waiting list."""
    event = ruled(waiting_list=True, fields={"most_entries": 1})
    entering.enter(event, people[0], people[0].owner)
    return event


def inside(event):
    rows = event.entries.filter(withdrawn_at=None).order_by("pk")
    return [row.bot.name for row in rows.select_related("bot")]


def test_bots_move_up_in_order_when_a_place_is_free(full, people, alice):
    for bot in people[1:]:
        waiting.join(full, bot, bot.owner)
    entering.leave(full.entries.get(), alice)
    assert inside(full) == ["viper"]
    assert [place.bot.name for place in full.waiting.all()] == ["cobra", "asp"]
    told = Notice.objects.get(user=people[1].owner)
    assert told.text == "A place in Open is free: charlie/viper has entered from the waiting list."


def test_more_places_let_more_bots_move_up(full, people):
    for bot in people[1:]:
        waiting.join(full, bot, bot.owner)
    Event.objects.update(most_entries=3)
    move_events()
    assert inside(full) == ["worm", "viper", "cobra"]


def test_nobody_overtakes_a_bot_that_waits(full, people, bob):
    waiting.join(full, people[1], people[1].owner)
    Event.objects.update(most_entries=2)
    with pytest.raises(ValidationError, match="All 2 places are taken"):
        entering.enter(full, people[2], bob)
    move_events()
    assert inside(full) == ["worm", "viper"]


def test_a_bot_that_may_no_longer_enter_is_passed_over(full, people, alice):
    for bot in people[1:3]:
        waiting.join(full, bot, bot.owner)
    type(people[1]).objects.filter(pk=people[1].pk).update(retired_at=timezone.now())
    entering.leave(full.entries.get(), alice)
    assert inside(full) == ["cobra"]
    assert full.waiting.get().bot == people[1]


def test_nobody_waits_without_need(ruled, people, charlie):
    worm, viper = people[:2]
    event = ruled(fields={"most_entries": 1})
    with pytest.raises(ValidationError, match="has no waiting list"):
        waiting.join(event, viper, charlie)
    event = ruled(waiting_list=True)
    with pytest.raises(ValidationError, match="A place is free"):
        waiting.join(event, viper, charlie)
    entering.enter(event, worm, worm.owner)
    with pytest.raises(ValidationError, match="already entered"):
        waiting.join(event, worm, worm.owner)
    with pytest.raises(PermissionDenied):
        waiting.join(event, viper, worm.owner)
    waiting.join(event, viper, charlie)
    with pytest.raises(ValidationError, match="already on the waiting list"):
        waiting.join(event, viper, charlie)


def test_a_place_on_the_list_is_given_up_by_its_managers_or_organizers(full, people, bob, olga):
    place = waiting.join(full, people[1], people[1].owner)
    with pytest.raises(PermissionDenied):
        waiting.give_up(place, bob)
    waiting.give_up(place, people[1].owner)
    place = waiting.join(full, people[1], people[1].owner)
    waiting.give_up(place, olga)
    assert not full.waiting.exists()


def test_conditions_hold_for_the_waiting_list_too(ruled, people):
    event = ruled(waiting_list=True, code_word="x", fields={"most_entries": 1})
    entering.enter(event, people[0], people[0].owner, "x")
    with pytest.raises(ValidationError, match="Enter the code word"):
        waiting.join(event, people[1], people[1].owner)
    assert waiting.join(event, people[1], people[1].owner, "x")


# Check-in -----------------------------------------------------------------------------------------


@pytest.fixture
def checked(ruled, people):
    """An event with a check-in from 60 to 10 minutes before the start, which is in 2 hours."""
    fields = {"starts": timezone.now() + 2 * HOUR, "most_entries": 2}
    event = ruled(waiting_list=True, check_in_opens=60, check_in_closes=10, fields=fields)
    for bot in people[:2]:
        entering.enter(event, bot, bot.owner)
    for bot in people[2:]:
        waiting.join(event, bot, bot.owner)
    return event


def window(event):
    found = check_in.window_of(event)
    assert found
    return found


def start_in(event, minutes):
    Event.objects.update(starts=timezone.now() + timedelta(minutes=minutes))
    return Event.objects.get(pk=event.pk)


def test_the_check_in_is_announced_once_when_it_opens(checked, people):
    move_events()
    assert not Notice.objects.exists()
    start_in(checked, 30)
    move_events()
    move_events()
    assert Notice.objects.filter(text__startswith="Check in for Open").count() == 4


def test_at_its_end_bots_without_it_are_withdrawn_and_waiting_ones_with_it_enter(checked, people):
    worm, viper, cobra, asp = people
    event = start_in(checked, 30)
    check_in.check_in(event.entries.get(bot=worm), worm.owner)
    check_in.check_in(event.waiting.get(bot=asp), asp.owner)
    event = start_in(checked, 5)
    # The check-ins were made by this window; the start did not move in truth.
    event.entries.filter(bot=worm).update(checked_in_at=timezone.now() - timedelta(minutes=20))
    event.waiting.filter(bot=asp).update(checked_in_at=timezone.now() - timedelta(minutes=20))
    move_events()
    assert inside(event) == ["worm", "asp"]
    assert [place.bot for place in event.waiting.all()] == [cobra]
    told = Notice.objects.filter(user=viper.owner).latest("pk").text
    assert "was not checked in" in told
    with pytest.raises(ValidationError, match="check-in is over"):
        entering.enter(event, viper, viper.owner)


def test_a_start_while_it_is_open_ends_it(checked, people, olga):
    worm, viper, cobra, asp = people
    event = start_in(checked, 30)
    check_in.check_in(event.entries.get(bot=worm), worm.owner)
    assert [row.bot for row in check_in.missing(event)] == [viper]
    with pytest.raises(ValidationError, match="Fewer than two bots"):
        acts.start(event, olga)
    assert inside(event) == ["worm", "viper"]
    check_in.check_in(event.waiting.get(bot=asp), asp.owner)
    acts.start(event, olga)
    assert inside(event) == ["worm", "asp"]
    assert [place.bot for place in event.waiting.all()] == [cobra]
    assert "was not checked in" in Notice.objects.filter(user=viper.owner).latest("pk").text


def test_a_start_before_it_opens_withdraws_nobody(checked, people, olga):
    assert check_in.missing(checked) == []
    acts.start(checked, olga)
    assert inside(checked) == ["worm", "viper"]


def test_outside_of_its_times_nobody_checks_in(checked, people, charlie):
    row = checked.entries.get(bot=people[0])
    with pytest.raises(ValidationError, match="The check-in opens at"):
        check_in.check_in(row, row.bot.owner)
    event = start_in(checked, 30)
    with pytest.raises(PermissionDenied, match="Only managers"):
        check_in.check_in(row, charlie)
    event = start_in(event, 5)
    with pytest.raises(ValidationError, match="The check-in closed at"):
        check_in.check_in(row, row.bot.owner)


def test_entering_during_the_check_in_is_a_check_in(checked, people, alice):
    event = start_in(checked, 30)
    entry = event.entries.get(bot=people[0])
    entering.leave(entry, alice)
    event.waiting.all().delete()
    event.entries.exclude(pk=entry.pk).update(withdrawn_at=timezone.now())
    entering.enter(event, people[0], alice)
    entry.refresh_from_db()
    assert window(event).has(entry.checked_in_at)


def test_a_new_start_asks_for_a_new_check_in(checked, people):
    event = start_in(checked, 30)
    row = event.entries.get(bot=people[0])
    check_in.check_in(row, row.bot.owner)
    event = start_in(checked, 300)
    row.refresh_from_db()
    assert not window(event).has(row.checked_in_at)


def test_house_bots_need_no_check_in(checked, people):
    type(people[1]).objects.filter(pk=people[1].pk).update(is_house=True)
    event = start_in(checked, 5)
    move_events()
    assert inside(event) == ["viper"]


def test_organizers_check_bots_in(checked, people, olga):
    event = start_in(checked, 30)
    row = event.entries.get(bot=people[0])
    check_in.check_in(row, olga)
    row.refresh_from_db()
    assert row.checked_in_at


def test_withdrawal_until_a_date(ruled, worm, alice, olga):
    event = ruled(withdraw_until=timezone.now() - HOUR)
    entry = entering.enter(event, worm, alice)
    with pytest.raises(ValidationError, match="Bots could be withdrawn until"):
        entering.leave(entry, alice)
    entering.leave(entry, olga, "He asked me to")
    told = Notice.objects.latest("pk")
    assert told.text == "olga withdrew alice/worm from Open: He asked me to"
