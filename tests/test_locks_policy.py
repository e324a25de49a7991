"""The policy of `docs/locks.md` is that of the code: its rows, and the order of its locks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import combinations

import pytest
from django.db import transaction

from accounts.models import Team, User
from arbiter.database.locks import lock
from ladder.events.models import Circuit, Event
from tests import lock_calls, lock_order
from tests.lock_order import policy


def test_the_policy_has_each_model_whose_rows_are_locked_and_no_other():
    calls = [
        (path, node)
        for path in lock_calls.sources()
        if "lock(" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if lock_calls.is_lock(node)
    ]
    locked = {label for path, node in calls for label in lock_calls.models_of(node, path)}
    assert set(policy()) == locked
    assert len(calls) > 80, "the calls are found"


def test_calls_that_follow_each_other_lock_in_the_order_of_the_policy():
    """A row that is locked a second time is held already.  The list has the reasons of others."""
    reasons = {
        "ladder/events/planning/single_series.py": "the event is new, so nobody waits for it",
        "platform/pages/organize/plans/creating.py": "the event is new, so nobody waits for it",
    }
    rank = {label: n for n, label in enumerate(policy())}
    wrong = [
        f"{first.place}: {before.place} locks {before.locks}, "
        f"{second.place}: {after.place} then {after.locks}"
        for sequence in lock_calls.sequences()
        for (n, first), (_, second) in combinations(enumerate(sequence), 2)
        for before in lock_calls.locks_of(first)
        for after in lock_calls.locks_of(second)
        if after.waits and rank[after.locks] < rank[before.locks] and first.place != second.place
        if not any(after.locks == each.locks for each in _locked_before(sequence[:n]))
    ]
    assert [line for line in wrong if line.partition(":")[0] not in reasons] == []
    assert {line.partition(":")[0] for line in wrong} == set(reasons)


def _locked_before(calls: list[lock_calls.Call]) -> Iterator[lock_calls.Call]:
    for call in calls:
        yield from lock_calls.locks_of(call)


# Tests that break the order -----------------------------------------------------------------------


@pytest.fixture
def people(db):
    return [User.objects.create_user(name) for name in ("ann", "ben")]


@pytest.fixture
def team(db):
    return Team.objects.create(name="wonderland")


def hold(*rows):
    with transaction.atomic():
        for row in rows:
            lock(type(row).objects).get(pk=row.pk)


def noted() -> list[str]:
    """The faults since the last call, which then do not fail the test."""
    new, lock_order.faults[:] = [*lock_order.faults], []
    return new


def test_a_lock_after_one_that_comes_later_in_the_policy_is_a_fault(people, team):
    hold(people[0], team)
    assert noted() == []
    hold(team, people[0])
    (fault,) = noted()
    assert fault.startswith("tests/test_locks_policy.py:")
    assert "locks accounts.User after accounts.Team" in fault


def test_each_transaction_has_its_own_locks(people, team):
    hold(team)
    hold(people[0])
    assert noted() == []
    with transaction.atomic():
        hold(team)
        hold(people[0])
    assert len(noted()) == 1


def test_rows_of_one_model_are_locked_by_their_keys(people):
    hold(*people)
    hold(*people, people[0])
    with transaction.atomic():
        list(lock(User.objects).order_by("pk"))
    assert noted() == []
    hold(*reversed(people))
    with transaction.atomic():
        list(lock(User.objects).order_by("username"))
    lower, unordered = noted()
    assert "locks accounts.User after accounts.User" in lower
    assert unordered.endswith("locks rows of accounts.User without order_by('pk')")


def test_a_lock_without_a_transaction_is_a_fault(people):
    lock(User.objects).get(pk=people[0].pk)
    (fault,) = noted()
    assert fault.endswith("locks accounts.User outside of a transaction")


def test_a_change_of_a_row_is_a_lock(db):
    circuit, event = Circuit.objects.create(slug="c"), Event.objects.create(slug="e", plan={})
    with transaction.atomic():
        Event.objects.filter(pk=event.pk).update(name="new")
        hold(circuit)
    (fault,) = noted()
    assert "locks events.Circuit after events.Event" in fault


def test_nobody_waits_for_a_new_row_or_by_a_lock_that_leaves_out_held_ones(people):
    with transaction.atomic():
        made = Team.objects.create(name="wonderland")
        hold(made)
        lock(User.objects, waits=False).get(pk=people[0].pk)
    assert noted() == []
