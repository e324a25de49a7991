"""Locks on PostgreSQL: of rows, and of stored files.  SQLite has one machine and one lock."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from accounts.models import User
from arbiter.database.locks import lock
from bots.models import Bot, BotVersion
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.models import Stage
from ladder.events.planning import acts
from ladder.events.running import advancing
from ladder.events.tests.steps import authors, begin, open_event, stage, waiting
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import finish
from storage import files
from storage.databases import DatabaseFailure

needs_postgresql = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="only PostgreSQL has these locks"
)


def elsewhere(act: Callable[[], object]) -> None:
    """Do it in a connection of its own, without waiting long for a lock that another one has."""
    errors: list[Exception] = []

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '5s'")
            act()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_results_of_two_stages_of_one_event_do_not_wait_for_each_other(olga, redis_client):
    plan = [stage(key, Kind.ROUND_ROBIN, options={"games": 1}) for key in ("one", "two")]
    event = begin(olga, authors(2), *plan)
    one, two = event.stages.order_by("number")
    first, second = waiting(event)
    with transaction.atomic():
        finish(first, [1, 2], worker="one:1:0")
        advancing.advance(one.pk)
        elsewhere(lambda: finish(second, [1, 2], worker="two:1:0"))
        two.refresh_from_db()
        assert two.state == Stage.State.FINISHED
    one.refresh_from_db()
    assert one.state == Stage.State.FINISHED


@needs_postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [Kind.ROUND_ROBIN, Kind.SWISS, Kind.LADDER])
def test_two_stages_of_one_event_begin_at_the_same_time(olga, redis_client, monkeypatch, kind):
    """Also where both have the same bots, whose programs were removed and are wanted again."""
    ensure_seasons()
    more = {"ends": 60} if kind is Kind.LADDER else {}
    event = open_event(olga, *(stage(key, kind, **more) for key in ("one", "two")))
    for bot in authors(4):
        entering.enter(event, bot, bot.owner)
    with monkeypatch.context() as patch:
        patch.setattr(acts, "move_all", lambda event: None)
        acts.start(event, olga)
    BotVersion.objects.update(artifact_state=BotVersion.ArtifactState.REMOVED)
    one, two = event.stages.order_by("number")
    with transaction.atomic():
        advancing.advance(one.pk)
        elsewhere(lambda: advancing.advance(two.pk))
        two.refresh_from_db()
        assert two.state == Stage.State.RUNNING
    one.refresh_from_db()
    assert one.state == Stage.State.RUNNING
    wanted = BotVersion.objects.filter(artifact_state=BotVersion.ArtifactState.WAITING)
    assert wanted.count() == (0 if kind is Kind.LADDER else 4)


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_row_that_refers_to_a_locked_one_is_inserted_at_once(alice):
    with transaction.atomic():
        lock(User.objects).get(pk=alice.pk)
        elsewhere(lambda: Bot.objects.create(owner=alice, game="snake", name="new"))
    assert alice.bots.count() == 1


def may_delete() -> bool:
    with files.deleting() as allowed:
        return allowed


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_no_machine_deletes_files_while_another_one_writes_a_backup(settings, tmp_path):
    allowed: list[bool] = []
    with files.keeping():
        settings.VAR = tmp_path
        elsewhere(lambda: allowed.append(may_delete()))
        assert not may_delete()
    with files.deleting():
        elsewhere(lambda: allowed.append(may_delete()))
    assert may_delete()
    assert allowed == [False, True]


@needs_postgresql
@pytest.mark.django_db(transaction=True)
def test_a_backup_that_lost_its_lock_says_so():
    holders = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    lost = pytest.raises(DatabaseFailure, match="Write the backup again")
    with lost, files.keeping(), connection.cursor() as cursor:
        cursor.execute(holders)
