"""A machine whose pause is over has one attempt, by one process of it."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arbiter.working.workers import host, own_name
from controls import breaker, services
from controls.models import FaultCount, Hold
from controls.tests.processes import Processes
from sandbox.errors import Cause

WORK = Hold.Of.BUILDS


@pytest.fixture
def processes():
    with Processes() as found:
        yield found


def fail(cause: Cause = Cause.DISK) -> None:
    breaker.note_fault(own_name(), WORK, cause, "none left", lambda since: False)


def end_pause() -> None:
    Hold.objects.update(until=timezone.now() - timedelta(seconds=1))


def may_build() -> bool:
    return not Hold.objects.on_builds(host()).exists()


@pytest.fixture
def held(db):
    for _ in range(breaker.MOST):
        fail()
    with breaker.trying(WORK):
        assert not may_build(), "its pause is not over"
    end_pause()


def test_while_one_tries_no_other_does(held, processes):
    assert not may_build(), "nothing begins but as an attempt"
    with breaker.trying(WORK):
        assert may_build()
        with processes.other(), breaker.trying(WORK) as outcome:
            assert not may_build()
            outcome.succeeded = True  # of what it had begun before
        assert may_build()
    assert Hold.objects.get().tried_by == ""


def test_a_success_releases_the_machine_and_its_faults_count_from_nothing(held):
    with breaker.trying(WORK) as outcome:
        outcome.succeeded = True
    assert may_build()
    assert not FaultCount.objects.exists()


def test_a_fault_holds_it_again_and_ends_the_try(held, processes):
    with breaker.trying(WORK):
        fail()
        assert not may_build()
    with processes.other(), breaker.trying(WORK):
        assert not may_build()
    end_pause()
    with processes.other(), breaker.trying(WORK):
        assert may_build()


def test_a_try_that_found_nothing_to_do_is_the_next_ones(held, processes):
    with breaker.trying(WORK):
        pass
    with processes.other(), breaker.trying(WORK):
        assert may_build()


def test_a_process_that_was_killed_tries_no_more(held, processes):
    name = processes.start()
    Hold.objects.update(tried_by=name)
    with breaker.trying(WORK):
        assert not may_build()
    processes.kill()
    with breaker.trying(WORK):
        assert may_build()


def test_a_machine_that_is_to_try_a_match_may_build(db):
    hold = Hold.objects.create(of=Hold.Of.HOST, name=host())
    assert not may_build()
    hold.until = timezone.now() + timedelta(minutes=1)
    hold.save()
    assert not may_build()
    end_pause()
    assert may_build()


def test_the_hold_of_a_machine_without_work_ends_after_a_day(held):
    services.forget()
    assert Hold.objects.exists()
    Hold.objects.update(until=timezone.now() - services.HELD - timedelta(seconds=1))
    services.forget()
    assert not Hold.objects.exists()


def test_organizers_holds_are_not_tried(db):
    Hold.objects.create(of=WORK, name=host(), reason="new disk")
    for _ in range(breaker.MOST):
        fail()
    assert Hold.objects.get().until is None
    with breaker.trying(WORK):
        assert not may_build()


def test_of_processes_that_ask_at_the_same_moment_one_tries(transactional_db, processes):
    """On PostgreSQL and on SQLite: they have connections of their own."""
    Hold.objects.create(of=WORK, name=host(), until=timezone.now() - timedelta(seconds=1))
    own, begin, end, trying = threading.local(), threading.Barrier(4), threading.Barrier(4), []

    def ask(name: str) -> None:
        own.name = name
        begin.wait(30)
        try:
            with breaker.trying(WORK):
                if may_build():
                    trying.append(name)
                end.wait(30)
        finally:
            connection.close()

    names = [processes.start() for _ in range(4)]
    with pytest.MonkeyPatch.context() as patch:
        for module in ("controls.breaker", "controls.models"):
            patch.setattr(f"{module}.own_name", lambda: own.name)
        threads = [threading.Thread(target=ask, args=[name]) for name in names]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(trying) == 1
    assert Hold.objects.get().tried_by == ""
