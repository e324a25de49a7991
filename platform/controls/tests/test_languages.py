"""The languages of a site are those of its machines that build, and not those of its web server."""

from __future__ import annotations

import dataclasses
from datetime import timedelta

import pytest
from django.db.models import F

from controls import languages
from controls.machines import LIVES
from controls.models import Machine
from controls.tests.boxes import machine
from sandbox.languages import LANGUAGES

pytestmark = pytest.mark.django_db


@pytest.fixture
def nothing_here(monkeypatch):
    """This machine has no tools of Rust."""
    tool = "/usr/bin/no-such-rustc"
    absent = dataclasses.replace(LANGUAGES["rust"], tools=(tool,), packages=("rustc",))
    monkeypatch.setitem(LANGUAGES, "rust", absent)


def problem() -> str:
    return languages.problem(LANGUAGES["rust"])


def pass_time(by: timedelta) -> None:
    Machine.objects.update(checked=F("checked") - by)


def test_before_any_machine_is_known_the_own_tools_count(nothing_here):
    assert "not available here, since /usr/bin/no-such-rustc is missing" in problem()
    machine("plays")
    assert "/usr/bin/no-such-rustc" in problem(), "it builds nothing"


def test_a_language_of_one_machine_is_one_of_the_site(nothing_here):
    machine("a", builds=True, rust="/usr/bin/rustc is missing")
    machine("b", builds=True)
    assert problem() == ""


def test_where_no_machine_has_it_the_reason_of_one_is_given():
    machine("a", builds=True, rust="/usr/bin/rustc is missing; an organizer can install it")
    assert problem() == (
        "No worker machine of this site has a working Rust (rustc): /usr/bin/rustc is missing; an "
        "organizer can install it"
    )
    Machine.objects.update(languages={"rust": {"version": "1", "reason": "no\n" + 400 * "x"}})
    assert problem().endswith("Rust (rustc): no")


def test_while_no_machine_builds_programs_wait_for_those_that_did(nothing_here):
    machine("a", builds=True)
    machine("b", builds=True, java="no JDK")
    pass_time(LIVES)
    assert problem() == ""
    assert languages.problem(LANGUAGES["java"]) == ""
    Machine.objects.filter(name="a").delete()
    found = languages.problem(LANGUAGES["java"])
    assert found == (LANGUAGES["java"].unavailable() or ""), "it may be installed by now"
    pass_time(timedelta(days=1))
    assert "no-such-rustc" in problem()
