"""Reserved workers: the guarantee on a simulated clock, and claims by the real tables."""

from __future__ import annotations

import random
from datetime import timedelta
from itertools import count

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q
from django.utils import timezone

from bots.tests.steps import ready, version_of
from controls import reservations
from controls import services as controls
from controls.models import Reservation, ShareAccount
from controls.reservations import Wanted
from matches import tasks
from matches.models import Match
from matches.queueing import claiming, reserving
from matches.queueing.claiming import Skipped
from matches.queueing.forecasts import forecast
from matches.queueing.scheduling import Account, Floor, Simulation, Waiting
from matches.services import create_match

WEIGHTS = {"events": 40, "ladder": 20, "challenges": 20}
SUBJECT = 7
BOX = ("box:1:2", "box:3:4", "box:5:6")


class Site:
    """A simulated site whose other kinds of matches always have something waiting."""

    def __init__(self, slots: int, reserved: int, seed: int = 1) -> None:
        accounts = {share: Account(weight) for share, weight in WEIGHTS.items()}
        self.rng = random.Random(seed)
        self.lengths: dict[int | str, float] = {}
        self.kinds: dict[int | str, str] = {}
        floor = Floor(slots, accounts)
        floor.reserved = reserved
        self.simulation = Simulation(floor, lambda each: self.lengths[each.key])
        self._numbers = count(1)

    def add(self, kind: str, amount: int, *, guaranteed: bool = False, most: float = 20.0) -> None:
        share = "events" if guaranteed else kind
        for _ in range(amount):
            key = next(self._numbers)
            self.lengths[key] = self.rng.uniform(5.0, most)
            self.kinds[key] = kind
            expected = self.lengths[key]
            self.simulation.add(Waiting(key, share, expected, guaranteed=guaranteed))

    def used(self, kind: str, begin: float, end: float) -> float:
        """The mean number of workers that play a kind between two times."""
        seconds = sum(
            max(0.0, min(end, start + self.lengths[key]) - max(begin, start))
            for key, start in self.simulation.starts.items()
            if self.kinds[key] == kind
        )
        return seconds / (end - begin)


@pytest.mark.parametrize(("slots", "reserved"), [(4, 2), (4, 3), (8, 3)])
def test_at_least_the_reserved_slots_play_the_event_while_it_waits(slots, reserved):
    site = Site(slots, reserved)
    for share in WEIGHTS:
        site.add(share, 1000)
    site.add("final", 1000, guaranteed=True)
    site.simulation.run(1500.0)
    for begin in range(30, 1400, 10):
        # Until a match of the others ends, which takes at most 20 seconds, none can begin.
        assert site.used("final", begin, begin + 10) >= reserved - 1e-6, begin
    # The others keep their parts of the slots that are left.
    left = [site.used(share, 200, 1500) for share in WEIGHTS]
    parts = [used / sum(left) for used in left]
    assert parts == pytest.approx([0.5, 0.25, 0.25], abs=0.08)
    assert sum(left) + site.used("final", 200, 1500) == pytest.approx(slots, abs=0.1)


def test_without_a_reservation_the_event_has_its_part_alone():
    site = Site(8, 0)
    for share in ("ladder", "challenges"):
        site.add(share, 1000)
    site.add("final", 1000, guaranteed=True)
    site.simulation.run(1500.0)
    assert site.used("final", 200, 1500) == pytest.approx(4.0, abs=0.5)


def test_a_part_that_is_larger_than_the_reservation_is_kept():
    site = Site(8, 2)
    site.add("ladder", 1000)
    site.add("final", 1000, guaranteed=True)
    site.simulation.run(1500.0)
    assert site.used("final", 200, 1500) > 4.5  # 40 to 20, by weight


def test_reserved_slots_that_the_event_does_not_want_play_others():
    site = Site(4, 3)
    site.add("ladder", 1000)
    site.simulation.run(300.0)
    assert site.used("ladder", 0, 300) == pytest.approx(4.0)
    site.add("final", 30, guaranteed=True)
    site.simulation.run(321.0)
    assert site.used("final", 320, 321) == pytest.approx(3.0)
    site.simulation.run(1500.0)
    assert site.used("ladder", 1000, 1500) == pytest.approx(4.0)


def test_a_long_guaranteed_match_waits_for_no_short_one():
    site = Site(2, 1)
    site.simulation.floor.accounts["events"].used = 1e6
    site.add("ladder", 1000)
    site.add("final", 1, guaranteed=True, most=5.0)
    key = max(site.lengths)
    site.simulation.add(Waiting("long", "events", 500.0, guaranteed=True))
    site.lengths["long"] = 500.0
    site.simulation.run(60.0)
    assert site.simulation.starts["long"] == site.lengths[key]


# With the tables ----------------------------------------------------------------------------------


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


@pytest.fixture
def final(monkeypatch):
    """Has the matches of priority 9 be those of the subject."""
    known = [lambda subject: Q(priority=9) if subject == SUBJECT else Q(pk__in=())]
    monkeypatch.setattr(reserving, "_finders", known)
    controls.accounts()
    for name in BOX:
        controls.seen(name, "matches")
    ShareAccount.objects.filter(name="events").update(used=1000.0)


def made(worm, kind: str, **more) -> Match:
    match = create_match("snake", "standard", kind, [worm, worm])
    Match.objects.filter(pk=match.pk).update(expected=5.0, **more)
    return match


def take(worker: str) -> Match | None:
    choice = claiming.choose("matches", worker, Skipped())
    return None if choice is None else claiming.claim(choice, worker)


def wanted(hours: float = 2, begins: float = -1, **size) -> Wanted:
    now = timezone.now()
    begin, end = (now + timedelta(hours=each) for each in (begins, begins + hours))
    return Wanted(begin, end, **(size or {"workers": 2}))


@pytest.mark.django_db
def test_workers_take_guaranteed_matches_first_and_charge_nobody(worm, final, olga, monkeypatch):
    others = [made(worm, "ladder") for _ in range(4)]
    own = [made(worm, "event", priority=9) for _ in range(3)]
    used = ShareAccount.objects.get(name="events").used
    assert take(BOX[0]) == others[0], "nothing is reserved yet"
    Match.objects.filter(pk=others[0].pk).update(state="finished", finished=timezone.now())
    reservations.reserve(SUBJECT, olga, wanted(), "The final.")
    assert [forecast("matches").places[match.pk].position for match in own[:2]] == [1, 2]
    taken = [take(name) for name in BOX]
    assert taken == [own[0], own[1], others[1]]
    assert [match.reserved for match in taken if match] == [True, True, False]
    monkeypatch.setattr(tasks, "play_claimed", lambda match, cpu: None)
    monkeypatch.setattr("matches.expectations.learn", lambda match: None)
    ladder = ShareAccount.objects.get(name="ladder").used
    for match in filter(None, taken):
        tasks._play_for(match, 0)
    assert ShareAccount.objects.get(name="events").used == used
    assert ShareAccount.objects.get(name="ladder").used > ladder
    # An interrupted try that begins again by its share is charged.
    Match.objects.filter(pk=own[0].pk).update(state="queued", claimed_by="")
    Reservation.objects.update(ends=timezone.now())
    Match.objects.filter(pk__in=[match.pk for match in others]).update(state="aborted")
    again = take(BOX[0])
    assert again == own[0]
    assert not again.reserved


@pytest.mark.django_db
def test_shares_and_machines_that_are_held_back_take_nothing(worm, final, olga):
    made(worm, "event", priority=9)
    ladder = made(worm, "ladder")
    reservations.reserve(SUBJECT, olga, wanted(percent=50), "The final.")
    controls.hold("share", "events", olga, "why")
    assert take(BOX[0]) == ladder


@pytest.mark.django_db
def test_reservations_are_checked(olga, alice):
    with pytest.raises(PermissionDenied):
        reservations.reserve(SUBJECT, alice, wanted(), "why")
    for given, field in (
        (wanted(workers=1, percent=2), "workers"),
        (wanted(workers=0), "workers"),
        (wanted(percent=101), "percent"),
        (wanted(hours=-1, begins=3), "ends"),
        (wanted(hours=1, begins=-2), "ends"),
        (wanted(hours=24 * 40), "ends"),
    ):
        with pytest.raises(ValidationError) as refused:
            reservations.reserve(SUBJECT, olga, given, "why")
        assert field in refused.value.message_dict
    with pytest.raises(ValidationError, match="Say why"):
        reservations.reserve(SUBJECT, olga, wanted(), " ")
    row = reservations.reserve(SUBJECT, olga, wanted(), "why")
    with pytest.raises(ValidationError, match="2 workers from"):
        reservations.reserve(8, olga, wanted(), "why")
    later = reservations.reserve(8, olga, wanted(begins=5), "why")
    assert reservations.current() == row
    with pytest.raises(PermissionDenied):
        reservations.release(row, alice, "why")
    reservations.release(row, olga, "why")
    reservations.release(later, olga, "why")
    assert reservations.current() is None
    assert list(Reservation.objects.all()) == [row]
    with pytest.raises(ValidationError, match="has ended already"):
        reservations.release(row, olga, "why")


@pytest.mark.parametrize(
    ("size", "among", "slots"),
    [
        ({"workers": 3}, 8, 3), ({"workers": 9}, 4, 3), ({"workers": 1}, 1, 1),
        ({"percent": 50}, 5, 2), ({"percent": 100}, 4, 3), ({"percent": 1}, 4, 1),
    ],
)  # fmt: skip
def test_one_worker_is_left_to_others(size, among, slots):
    assert Reservation(**size).slots(among) == slots
