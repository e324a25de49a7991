"""Lists and relations of any length can be asked of SQLite with its own bounds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model, QuerySet, TextChoices, prefetch_related_objects
from django.db.models.sql import compiler

from accounts.models import User
from bots.models import BotVersion
from notices.models import Notice

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="these are its bounds")
LONG = pytest.mark.parametrize("length", [1, 1_001, 40_000])


@pytest.fixture
def ann(db) -> Iterator[User]:
    """A person with one notice, while SQLite has the bounds of its own defaults."""
    person = User.objects.create_user("ann", password="of no use")
    Notice.objects.create(user=person, kind="announcement", text="Hello", path="/")
    kind = sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER
    before = connection.connection.setlimit(kind, 32_766)
    yield person
    connection.connection.setlimit(kind, before)


def numbers(person: User, length: int) -> list[int]:
    """``length`` ids, one of which is the person's."""
    return list(range(person.pk, person.pk + length))


@LONG
def test_a_forward_relation_is_prefetched_for_all_rows(ann, length):
    rows = [Notice(user_id=number) for number in numbers(ann, length)]
    prefetch_related_objects(rows[::-1], "user")
    assert rows[0].user == ann


@LONG
def test_a_backward_relation_is_prefetched_for_all_rows(ann, length):
    people = [User(pk=number) for number in numbers(ann, length)]
    prefetch_related_objects(people, "notices")
    assert [notice.text for notice in people[0].notices.all()] == ["Hello"]
    assert not people[-1].notices.all() or length == 1


@LONG
def test_a_list_of_numbers_has_any_length(ann, length):
    keys = numbers(ann, length)
    found = Notice.objects.filter(user__in=keys)
    assert found.get().user == ann
    assert not Notice.objects.exclude(user__in=keys).exists()
    assert (found.update(text="Seen"), found.delete()[0]) == (1, 1)


def test_a_connection_does_not_keep_megabytes_of_numbers(ann):
    statement, _ = Notice.objects.filter(user__in=numbers(ann, 40_000)).query.sql_with_params()
    assert len(statement) < 10_000
    flags = [True, False] * 1_001 + numbers(ann, 2_001)
    assert Notice.objects.filter(user__in=flags).get().user == ann


@LONG
def test_a_list_of_texts_has_any_length(ann, length):
    texts = names(numbers(ann, length))
    assert User.objects.get(username__in=texts) == ann
    assert not User.objects.filter(username__in=texts[1:]).exists()


def test_a_list_of_rows_has_any_length(ann):
    people = [User(pk=number) for number in numbers(ann, 1_001)]
    assert Notice.objects.get(user__in=people).user == ann
    assert User.objects.in_bulk([person.pk for person in people]) == {ann.pk: ann}


def names(keys: list[int]) -> list[str]:
    return ["ann", *(f'☃ "{key}"' for key in keys)]


def test_a_list_of_times_is_still_a_list(ann):
    moment = Notice.objects.get().created
    times = [moment + timedelta(days=number) for number in range(600)]
    assert Notice.objects.filter(created__in=times).exists()
    assert not Notice.objects.filter(created__in=times[1:]).exists()


def columns_and_converters(made: compiler.SQLCompiler) -> tuple[Any, Any]:
    made.setup_query()
    columns = [column for column, *_ in made.select]
    found = made.get_converters(columns)
    return [(c.alias, c.target) for c in columns], {
        at: str(convs) for at, (convs, _) in found.items()
    }


@pytest.mark.parametrize("model", apps.get_models(), ids=lambda model: model._meta.label)
def test_queries_are_those_of_django(model: type[Model]):
    every: QuerySet[Model] = model._default_manager.all()
    key = model._meta.pk.name
    later = every.filter(pk__in=every.order_by("pk").values("pk")[:3]).order_by("pk")
    for found in (every, every.select_related(), every.only(key), later.select_related()):
        for _ in range(2):  # the second has the columns of the first
            ours = found.query.get_compiler("default")
            django = compiler.SQLCompiler(found.query.clone(), connection, "default")
            assert ours.query.clone().get_compiler("default").as_sql() == django.as_sql()
            assert columns_and_converters(ours) == columns_and_converters(django)


def test_columns_are_made_once():
    found = Notice.objects.select_related("user")
    first, again = (found.all().query.get_compiler("default") for _ in range(2))
    first.setup_query()
    again.setup_query()
    assert [id(column) for column, *_ in first.select] == [
        id(column) for column, *_ in again.select
    ]


def test_an_index_of_some_states_is_read_for_these(ann):
    rows = BotVersion.objects.filter(state__in=BotVersion.UNSETTLED).order_by("created")
    sql, parameters = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        # Not by `explain`, which shows parameters as literals.
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        assert "INDEX version_unsettled" in str(cursor.fetchall())


def test_choices_are_literals_with_any_signs(ann):
    class Odd(TextChoices):
        QUOTE = "it's"
        SHARE = "50 %s"

    people = User.objects.filter(about__in=list(Odd), username__startswith="a")
    User.objects.filter(pk=ann.pk).update(about=Odd.SHARE.value)
    assert people.get() == ann
    User.objects.filter(pk=ann.pk).update(about=Odd.QUOTE.value)
    assert people.get() == ann
    assert not people.filter(about="50 ").exists()
