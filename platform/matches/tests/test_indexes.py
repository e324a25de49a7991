"""Queries about the few matches that wait or are played read no match that has ended."""

from __future__ import annotations

import re

import pytest
from django.db import connection

from matches.tests.plans import BUILDS, OPEN, STATES, reads

pytestmark = pytest.mark.django_db
IN_WORDS = pytest.mark.skipif(connection.vendor != "sqlite", reason="plans in SQLite's words")


def plan_of(rows, table="matches_match") -> list[str]:
    """How SQLite reads a table, line by line."""
    lines = rows.explain().splitlines()
    found = [line for line in lines if re.search(rf"\b{table}\b|INDEX match_", line)]
    assert found, lines
    return found


@IN_WORDS
@pytest.mark.parametrize("what", OPEN)
def test_an_index_of_the_few_is_read(what):
    """On their own, such indexes have a row for each match of their state alone."""
    for line in plan_of(OPEN[what]()):
        assert re.search(r"INDEX match_(queued|turn|running|live|failed|open)\b", line), line


@IN_WORDS
@pytest.mark.parametrize("what", STATES)
def test_matches_are_found_by_their_state_and_their_end(what):
    for line in plan_of(STATES[what]()):
        assert re.search(r"SEARCH .*INDEX match\w+ .*(state=\?|finished>\?)", line), line


@IN_WORDS
@pytest.mark.parametrize("what", BUILDS)
def test_builds_on_the_way_and_failed_ones_are_found_by_their_state(what):
    for line in plan_of(BUILDS[what](), "bots_botversion"):
        assert re.search(r"SEARCH .*INDEX .*\(state=\?", line), line


@pytest.mark.nightly
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="plans of PostgreSQL")
def test_postgresql_reads_the_same_indexes():
    plans = reads()
    for name in (*OPEN, *STATES):
        indexes = {index for table, index in plans[name] if table == "matches_match"}
        assert indexes, (name, plans[name])
        few = re.compile("match_" if name in OPEN else "match_|matches_mat_state_")
        assert all(few.match(index) for index in indexes), (name, plans[name])
    for name in BUILDS:
        assert all(index for table, index in plans[name] if table == "bots_botversion"), plans[name]
    assert all(index for table, index in plans["leaders"] if table == "ladder_rating")
