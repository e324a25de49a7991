"""Queries about the few matches that wait or are played read no match that has ended."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from controls.models import Share
from matches.models import Match
from pages.desk import queries as desk
from pages.frame.queries import listed

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="plans are read in SQLite's words"),
]
AN_HOUR = timedelta(hours=1)
OPEN = {
    "live boards": lambda: listed().live().order_by("-started")[:5],
    "live matches of some games": lambda: (
        listed().filter(game__in=["snake", "xghj"]).live().order_by("-started")[:1]
    ),
    "how many are live": lambda: Match.objects.live().public().order_by(),
    "running matches": lambda: Match.objects.live().filter(share__in=["ladder"]),
    "the next of a share": lambda: Match.objects.waiting().in_turn(Share.LADDER)[:1],
    "all that wait": lambda: Match.objects.filter(state=Match.State.QUEUED).order_by(),
    "failed matches": lambda: Match.objects.filter(state=Match.State.FAILED)[:25],
    "matches on the desk": desk.running,
    "lost leases on the desk": desk.lost_leases,
    "matches that wait for long": desk.old_queued,
}
STATES = {
    "what is open": lambda: Match.objects.unfinished().order_by(),
    "the newest results": lambda: listed().finished().order_by("-finished")[:8],
    "the results of an hour": lambda: Match.objects.finished().filter(
        finished__gte=timezone.now() - AN_HOUR
    ),
}


BUILDS = {
    "builds on the way": desk.builds_on_the_way,
    "failed builds": desk.failed_builds,
}


def plan_of(rows, table="matches_match") -> list[str]:
    """How SQLite reads a table, line by line."""
    lines = rows.explain().splitlines()
    found = [line for line in lines if re.search(rf"\b{table}\b|INDEX match_", line)]
    assert found, lines
    return found


@pytest.mark.parametrize("what", OPEN)
def test_an_index_of_the_few_is_read(what):
    """On their own, such indexes have a row for each match of their state alone."""
    for line in plan_of(OPEN[what]()):
        assert re.search(r"INDEX match_(queued|turn|running|live|failed|open)\b", line), line


@pytest.mark.parametrize("what", STATES)
def test_matches_are_found_by_their_state_and_their_end(what):
    for line in plan_of(STATES[what]()):
        assert re.search(r"SEARCH .*INDEX match\w+ .*(state=\?|finished>\?)", line), line


@pytest.mark.parametrize("what", BUILDS)
def test_builds_on_the_way_and_failed_ones_are_found_by_their_state(what):
    for line in plan_of(BUILDS[what](), "bots_botversion"):
        assert re.search(r"SEARCH .*INDEX .*\(state=\?", line), line
