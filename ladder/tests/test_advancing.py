"""The skeleton of what goes on by itself."""

from __future__ import annotations

import logging

import pytest

from accounts.models import User
from ladder.advancing import Machine


@pytest.mark.django_db
def test_a_step_that_fails_is_undone_and_logged_and_keeps_no_other_row_waiting(
    alice, bob, charlie, caplog
):
    def step(user: User) -> None:
        user.about = "moved"
        user.save()
        if user.pk == bob.pk:
            raise RuntimeError("the disk was full")

    machine = Machine("person", User.objects.all, step)
    with caplog.at_level(logging.ERROR):
        machine.move_all([alice.pk, bob.pk, charlie.pk])
    names = [User.objects.get(pk=user.pk).about for user in (alice, bob, charlie)]
    assert [name == "moved" for name in names] == [True, False, True]
    assert f"person {bob.pk} could not go on" in caplog.text
    assert "the disk was full" in caplog.text
    with pytest.raises(RuntimeError, match="disk"):
        machine.advance(bob.pk)
