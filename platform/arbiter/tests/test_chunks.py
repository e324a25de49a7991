"""A table is read in chunks, and the process writes between two rows as if it read nothing."""

from __future__ import annotations

import pytest

from accounts.models import User
from arbiter.database.chunks import in_chunks
from arbiter.tests.beside import one_writer, write_beside


@pytest.fixture
def people(transactional_db) -> list[User]:
    return [User.objects.create_user(f"person{number}") for number in range(5)]


@pytest.mark.parametrize("size", [1, 2, 5, 6])
def test_each_row_comes_once_in_its_order(people, size):
    rows = User.objects.filter(pk__in=[person.pk for person in people])
    assert list(in_chunks(rows, size)) == people
    assert [row["pk"] for row in in_chunks(rows.values("pk", "id"), size)] == [
        person.pk for person in people
    ]
    names = [person.username for person in in_chunks(rows.order_by("-pk"), size, "username")]
    assert names == sorted(person.username for person in people)


def test_nothing_is_read_of_nothing(people):
    assert not list(in_chunks(User.objects.none(), 2))


@one_writer
def test_the_process_writes_between_two_rows_though_others_have_written(people):
    for person in in_chunks(User.objects.all(), 2):
        write_beside()
        User.objects.filter(pk=person.pk).update(about="read")
