"""A comparison plays each start once, and matches that repeat earlier ones are no evidence."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from django.utils import timezone

from bots.services import create_bot
from games.registry import GAMES
from ladder.comparisons import services
from ladder.comparisons.models import Comparison
from ladder.comparisons.progress import Fate, course_of
from ladder.comparisons.report import end_words
from ladder.comparisons.services import IN_FLIGHT
from ladder.comparisons.tests.steps import begin, open_units
from ladder.tests.play import add_version, finish
from maps.pools import pool
from maps.services import install_stock
from matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]
MAPS = 4


@pytest.fixture
def versions(alice):
    """Two of one bot, in a game that does not use its seed, on a pool of four maps."""
    install_stock([GAMES["microwars"]])
    assert len(pool("microwars", "standard")) == MAPS
    bot = create_bot(alice, "microwars", "ant")
    return add_version(bot), add_version(bot)


def start(match: Match) -> str:
    """The start as programs without chance know it: the map, and who sits where."""
    seats = [seat.version_id for seat in match.seats.order_by("number")]
    return f"{match.map_used_id}-{seats}"


def play(comparison: Comparison, chance=None) -> list[Match]:
    """Play all that is made, the first seat winning; ``chance`` is what programs draw."""
    played: list[Match] = []
    while units := open_units(comparison):
        for row in units[0].matches.select_related("match"):
            drawn = chance() if chance else ""
            finish(row.match, range(1, row.match.seats.count() + 1), play=start(row.match) + drawn)
            played.append(row.match)
        services.advance(comparison.pk)
        comparison.refresh_from_db()
    return played


def test_it_ends_when_all_starts_are_played_and_one_is_shown_to_repeat(alice, versions):
    comparison = begin(alice, versions[0], versions[1], ruleset="standard")
    assert len(open_units(comparison)) == IN_FLIGHT == MAPS
    starts = Counter(map(start, play(comparison)))
    assert len(starts) == 2 * MAPS
    assert sum(starts.values()) == 2 * MAPS + 2
    assert (comparison.state, comparison.verdict) == ("no_starts", "open")
    assert comparison.units == MAPS
    assert course_of(comparison).number(Fate.REPEATED) == 1
    assert "undecided after 4 results: further matches would only repeat" in end_words(comparison)


def test_programs_that_draw_go_on_to_the_budget(alice, versions):
    comparison = begin(alice, versions[0], versions[1], ruleset="standard", budget=7)
    numbers = itertools.count()
    play(comparison, chance=lambda: f" {next(numbers)}")
    assert (comparison.state, comparison.units) == ("budget", 7)


def test_repeats_are_in_the_budget_where_programs_seldom_draw(alice, versions):
    comparison = begin(alice, versions[0], versions[1], ruleset="standard", budget=9)
    numbers = itertools.count()
    play(comparison, chance=lambda: " other" if next(numbers) == 2 * MAPS else "")
    assert (comparison.state, comparison.units) == ("budget", MAPS + 1)
    assert course_of(comparison).number(Fate.REPEATED) == 4


def test_a_pool_is_played_on_all_starts_against_each_opponent(alice, charlie, olga, versions):
    others = [create_bot(owner, "microwars", "other") for owner in (charlie, olga)]
    for other in others:
        add_version(other)
        other.refresh_from_db()
    comparison = begin(alice, versions[0], versions[1], ruleset="standard", pool=others)
    starts = Counter(map(start, play(comparison)))
    assert len(starts) == len(others) * 2 * 2 * MAPS
    assert (comparison.state, comparison.units) == ("no_starts", len(others) * MAPS)
    assert course_of(comparison).number(Fate.REPEATED) <= 2


def test_seats_that_house_bots_fill_are_drawn_until_all_seatings_were_played(alice, olga):
    bot = create_bot(alice, "lost_in_space", "ant")
    versions = add_version(bot), add_version(bot)
    house = create_bot(olga, "lost_in_space", "filler")
    type(house).objects.filter(pk=house.pk).update(is_house=True)
    add_version(house)
    comparison = begin(
        alice, versions[0], versions[1], ruleset=GAMES["lost_in_space"].rulesets[0].name
    )
    starts = Counter(map(start, play(comparison)))
    assert len(starts) == 12, "two of four seats in both orders"
    assert (comparison.state, comparison.units) == ("no_starts", 6)
    assert course_of(comparison).number(Fate.REPEATED) <= IN_FLIGHT


def test_a_void_result_makes_its_start_new_again(alice, versions):
    comparison = begin(alice, versions[0], versions[1], ruleset="standard")
    play(comparison)
    voided = comparison.results.get(number=1).matches.values("match")
    Match.objects.filter(pk__in=voided).update(voided_at=timezone.now())
    services.advance(comparison.pk)
    play(comparison)
    assert (comparison.state, comparison.units) == ("no_starts", MAPS)
    counted = [part.match for unit in course_of(comparison).counted for part in unit.parts]
    assert len(set(map(start, Match.objects.filter(pk__in=counted)))) == 2 * MAPS
