"""Builds are shared by account: who comes next, and how many one may ask for."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from bots import services
from bots.models import BotVersion, BuildRequest
from bots.services import create_bot
from bots.tasks import build, sweep
from bots.tests.steps import version_of
from bots.versions import building
from bots.versions.building import Bounds, claim, startable
from controls.models import Machine

WAITING, BUILDING = BotVersion.State.WAITING, BotVersion.State.BUILDING


@pytest.fixture
def bots(alices_bot, charlie, olga):
    """A bot of each of three people."""
    return {
        "alice": alices_bot,
        "charlie": create_bot(charlie, "snake", "viper"),
        "olga": create_bot(olga, "snake", "python"),
    }


def settle(version: BotVersion | None) -> None:
    assert version is not None
    BotVersion.objects.filter(pk=version.pk).update(state=BotVersion.State.FAILED)


def test_an_owner_with_many_builds_does_not_keep_others_waiting(bots):
    for _ in range(5):
        version_of(bots["alice"], WAITING)
    first = claim()
    assert claim() is None  # also while no others wait: the other worker is for those that come
    version_of(bots["charlie"], WAITING)
    second = claim()
    assert [str(x) for x in (first, second)] == ["alice/worm v1", "charlie/viper v1"]
    settle(first)
    assert str(claim()) == "alice/worm v2"


def test_the_house_builds_with_all_workers(bots, alice):
    alice.is_house = True
    alice.save()
    for _ in range(2):
        version_of(bots["alice"], WAITING)
    assert [str(claim()) for _ in range(2)] == ["alice/worm v1", "alice/worm v2"]


def test_a_build_that_ends_calls_a_worker_for_the_next_one_of_its_owner(bots, redis_client):
    for _ in range(2):
        upload(bots["alice"])
    redis_client.delete("builds")
    build()
    assert redis_client.llen("builds") == 1
    build()
    assert redis_client.llen("builds") == 1


def test_owners_take_turns_however_many_versions_they_have(bots):
    for name, count in (("alice", 4), ("charlie", 2), ("olga", 1)):
        for _ in range(count):
            version_of(bots[name], WAITING)
    order = []
    while (version := claim()) is not None:
        order.append(version.bot.owner.username)
        settle(version)
    assert order == ["alice", "charlie", "olga", "alice", "charlie", "alice", "alice"]


def test_at_most_one_build_of_an_owner_runs(bots):
    """Two workers, builds that take any time: a simulation without a clock."""
    for _ in range(4):
        version_of(bots["alice"], WAITING)
    running = [claim()]
    for name in ("charlie", "olga", "charlie"):
        version_of(bots[name], WAITING)
    while running:
        settle(running.pop(0))
        while len(running) < 2 and (version := claim()) is not None:
            running.append(version)
        owners = [x.bot.owner.username for x in running if x]
        assert len(owners) == len({*owners})
        assert len(owners) == 2 or not startable().exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_do_not_take_two_builds_of_an_owner_at_once(bots):
    for name in ("alice", "alice", "alice", "charlie", "charlie"):
        version_of(bots[name], WAITING)

    def take(_number: int) -> str:
        try:
            version = claim()
            assert version is not None
            return version.bot.owner.username
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(take, range(2))) == ["alice", "charlie"]


def upload(bot):
    return services.upload_version(bot, bot.owner, "x.py", io.BytesIO(b"print()"))


def test_versions_on_their_way_are_bounded(bots, redis_client):
    failed = upload(bots["alice"])
    settle(failed)
    for _ in range(building.USUAL.unsettled):
        upload(bots["alice"])
    for another in (lambda: upload(bots["alice"]), lambda: again(failed)):
        with pytest.raises(ValidationError, match=r"still being built .* at most 5 .* Wait until"):
            another()
    upload(bots["charlie"])


def again(version: BotVersion) -> None:
    services.rebuild(version, version.bot.owner)


def test_repetitions_count_like_uploads(bots, redis_client, monkeypatch):
    monkeypatch.setattr(building, "USUAL", Bounds(unsettled=5, hourly=3))
    version = upload(bots["alice"])
    for _ in range(2):
        settle(version)
        again(version)
    settle(version)
    for another in (lambda: upload(bots["alice"]), lambda: again(version)):
        with pytest.raises(ValidationError, match=r"3 builds .* within an hour.* again in 60 min"):
            another()
    BuildRequest.objects.update(created=timezone.now() - timedelta(minutes=61))
    again(version)


def test_an_organizer_has_somebodys_bot_built_again_whatever_the_bounds(
    bots, olga, redis_client, monkeypatch
):
    monkeypatch.setattr(building, "USUAL", Bounds(unsettled=5, hourly=1))
    version = upload(bots["alice"])
    settle(version)
    services.rebuild(version, olga, "the disk was full")
    version.refresh_from_db()
    assert version.state == WAITING


def test_without_a_confirmed_address_bounds_are_smaller_where_there_is_mail(
    bots, alice, redis_client, settings
):
    EmailAddress.objects.filter(user=alice).delete()
    assert building.bounds_of(alice) is building.USUAL
    settings.MAIL_CONFIGURED = True
    assert building.bounds_of(alice) is building.UNCONFIRMED
    for _ in range(building.UNCONFIRMED.unsettled):
        upload(bots["alice"])
    with pytest.raises(ValidationError, match=r"at most 2 .* confirm your e-mail address"):
        upload(bots["alice"])
    EmailAddress.objects.create(user=alice, email="a@example.org", verified=True)
    upload(bots["alice"])


def test_old_requests_are_forgotten(bots, redis_client):
    upload(bots["alice"])
    BuildRequest.objects.update(created=timezone.now() - timedelta(hours=3))
    upload(bots["alice"])
    sweep()
    assert BuildRequest.objects.count() == 1


def test_the_sweep_sends_no_more_tasks_than_versions_wait(bots, redis_client):
    for _ in range(3):
        upload(bots["alice"])
    redis_client.delete("builds")
    BotVersion.objects.update(created=timezone.now() - timedelta(minutes=5))
    for _ in range(4):
        sweep()
    assert redis_client.llen("builds") == 3


def test_owners_take_turns_in_the_queue_which_knows_how_long_builds_take(bots, redis_client):
    first, second = version_of(bots["alice"], WAITING), version_of(bots["alice"], WAITING)
    other = version_of(bots["charlie"], WAITING)
    queue = building.queue()
    assert queue.order == (first.pk, other.pk, second.pk)
    assert (queue.running, queue.place_of(second), queue.wait(3)) == (0, 3, None)
    late = version_of(bots["olga"], WAITING)
    assert building.queue().place_of(late) is None
    assert building.queue(late).place_of(late) == 3
    ended = timezone.now()
    settled = {"build_started": ended - timedelta(seconds=30), "build_finished": ended}
    BotVersion.objects.filter(pk=first.pk).update(state=BotVersion.State.READY, **settled)
    assert claim() == other
    redis_client.flushdb()
    queue = building.queue()
    assert (queue.running, queue.order) == (1, (late.pk, second.pk))
    assert [queue.wait(place) for place in (1, 2)] == [timedelta(seconds=n) for n in (30, 60)]
    Machine.objects.all().delete()
    redis_client.flushdb()
    assert building.queue().wait(1) is None, "no machine builds"
