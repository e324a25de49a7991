"""The shared checks of services: who may act, and with which reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.permissions import (
    ORGANIZERS_ONLY,
    is_manager_or_organizer,
    require_manager,
    require_organizer,
    require_reason,
)

ROOT = Path(__file__).resolve().parents[3]


def test_organizers_pass_and_others_do_not(olga, alice):
    assert require_organizer(olga) is olga
    for other in (alice, AnonymousUser()):
        with pytest.raises(PermissionDenied, match="Only organizers"):
            require_organizer(other)


def test_owners_and_their_team_manage_a_bot(alices_bot, alice, charlie):
    require_manager(alices_bot, alice)
    for other in (charlie, AnonymousUser()):
        with pytest.raises(PermissionDenied, match="Only the bot's owner and team"):
            require_manager(alices_bot, other)


def test_organizers_may_do_what_managers_may_where_it_says_so(alices_bot, alice, charlie, olga):
    for person in (alice, olga):
        require_manager(alices_bot, person, or_organizer=True)
        assert is_manager_or_organizer(alices_bot, person)
    for other in (charlie, AnonymousUser()):
        with pytest.raises(PermissionDenied, match="Only the bot's owner and team"):
            require_manager(alices_bot, other, or_organizer=True)
        assert not is_manager_or_organizer(alices_bot, other)
    with pytest.raises(PermissionDenied):
        require_manager(alices_bot, olga)


def test_a_reason_is_more_than_white_space():
    assert require_reason("  the disk was full \n") == "the disk was full"
    with pytest.raises(ValidationError, match="Say why: the owner will read it"):
        require_reason(" \n", "the owner will read it")
    assert require_reason(" " + "x" * 300) == "x" * 300
    with pytest.raises(ValidationError, match="301 characters long; write at most 300"):
        require_reason("x" * 301)


def test_no_other_service_has_a_check_of_its_own():
    sources = [path for room in ("platform", "ladder") for path in (ROOT / room).rglob("*.py")]
    having = [path for path in sources if ORGANIZERS_ONLY in path.read_text()]
    assert [path.name for path in having if "tests" not in path.parts] == ["permissions.py"]
