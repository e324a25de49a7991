"""Every language works here, with control groups and without; and where one does not, it says so.

A toolchain that is missing fails these tests: `make test` installs all of them.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable

import pytest

from sandbox.isolation import choose
from sandbox.isolation.base import Backend
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.languages import LANGUAGES
from sandbox.selftest import Availability, check
from sandbox.tests.caches import empty_cache

PYTHON = LANGUAGES["python"]
GROUPS: dict[str, Callable[[], Backend]] = {
    "strongest": choose,
    "without groups": lambda: Bubblewrap(None),
}


@pytest.fixture(scope="module", autouse=True)
def private_umask():
    """The platform's own, with a cache that holds nothing that another umask let in: programs run
    under other user ids than the platform, and read what it writes for them."""
    before = os.umask(0o077)
    with pytest.MonkeyPatch.context() as monkeypatch, empty_cache(monkeypatch):
        yield
    os.umask(before)


@pytest.mark.parametrize("backend", GROUPS)
@pytest.mark.parametrize("name", LANGUAGES)
def test_the_language_works_in_the_sandbox(name, backend):
    found = check(LANGUAGES[name], GROUPS[backend]())
    assert found.ok, found.reason
    assert any(letter.isdigit() for letter in found.version)
    assert found.reason == ""


def test_all_languages_are_tried():
    found = {name: check(each, choose()) for name, each in LANGUAGES.items()}
    assert {one.ok for one in found.values()} == {True}


def test_a_missing_tool_is_named_with_its_package():
    absent = dataclasses.replace(PYTHON, tools=("/usr/bin/no-such-tool",), packages=("snakes",))
    found = check(absent, choose())
    assert not found.ok
    assert "/usr/bin/no-such-tool is missing" in found.reason
    assert found.reason.endswith("apt-get install snakes")


def test_a_tool_that_is_there_and_does_not_work_is_found_out():
    broken = dataclasses.replace(PYTHON, version=("/usr/bin/false",))
    assert "exit status 1" in check(broken, choose()).reason
    mute = dataclasses.replace(PYTHON, run=("/usr/bin/true",))
    found = check(mute, choose())
    assert "but it said ''" in found.reason
    assert found.version.startswith("Python 3")


def test_a_self_test_that_does_not_build_shows_the_log(tmp_path):
    (tmp_path / "main.py").write_text("x = = 1\n")
    wrong = dataclasses.replace(PYTHON, hello=(tmp_path / "main.py",))
    assert "SyntaxError" in check(wrong, choose()).reason


def test_the_answer_is_remembered():
    assert check(PYTHON, choose()) is check(PYTHON, choose())
    assert isinstance(check(PYTHON, choose()), Availability)
