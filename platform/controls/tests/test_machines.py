"""Machines as their last checks left them, whatever the clock of the one that looks says."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from arbiter.tests.clocks import OFF, clock_off
from arbiter.working.workers import host
from controls import joining, machines
from controls.models import Machine
from pages.status.health import check_machines

pytestmark = pytest.mark.django_db


@pytest.fixture
def checked():
    """This machine, as it was checked just now."""
    joining.write_mark()
    joining.check_in(["builds"])
    return Machine.objects.get(name=host())


def age(by: timedelta) -> None:
    Machine.objects.update(checked=F("checked") - by)


@OFF
def test_a_machine_lives_and_is_gone_by_the_clock_of_the_database(checked, hours):
    with clock_off(hours):
        assert [each.name for each in machines.able(["builds"])] == [host()]
        assert "checked 0." in check_machines().details[0]
        age(machines.LIVES)
        assert machines.able(["builds"]) == []
        age(timedelta(days=1) - 2 * machines.LIVES)
        assert [each.name for each in machines.known()] == [host()]
        age(machines.LIVES)
        assert machines.known() == []


@OFF
def test_a_worker_trusts_the_last_check_by_the_clock_of_the_database(checked, hours):
    with clock_off(hours):
        assert joining.own("builds").checked == checked.checked
        age(machines.LIVES)
        assert joining.own("builds").checked > checked.checked
