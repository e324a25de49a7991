"""Tries: built and played for real, within limits, and gone after a day."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.storage import default_storage
from django.utils import timezone

from accounts.models import User
from arbiter.working import queues
from bots.models import Bot, BotVersion
from bots.services import create_bot
from games.package import bot_files
from games.registry import GAMES
from games.tests.kits import kit_of
from matches.models import Match
from sandbox.artifacts import cache_root
from sandbox.errors import UploadError
from storage import quota
from tries import playing, services
from tries.models import Try
from tries.services import Code, _digest
from tries.tests.house import house_bot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_transactions")]
HOME, OTHER = "192.0.2.1", "192.0.2.2"
LOOP = {"main.py": b"while True:\n    pass\n"}
BROKEN = {"main.py": b"def f(:\n    pass\n"}
CRASHING = {
    "main.py": 'import sys\nprint("so far", file=sys.stderr)\nraise ValueError("no idea")\n'
}


@pytest.fixture(autouse=True)
def walls(monkeypatch):
    """The kernel holds all of them, whatever it does on this machine."""
    for module in (services, playing):
        monkeypatch.setattr(module, "watched", tuple)


@pytest.fixture
def house(make_ready):
    """Has a game's weakest bot in Python made, as a house bot."""
    return lambda game: house_bot(make_ready, game)


@pytest.fixture
def drifter(house, redis_client):
    return house("snake").name


def kit(game: str, language: str = "python") -> dict[str, bytes]:
    return bot_files(kit_of(GAMES[game], language))


def attempt(opponent, files=LOOP, by=None, address=HOME, game="snake", language="python", **more):
    return services.request(by, address, game, Code(files, language), opponent, **more)


def stored(folder):
    """The names of the stored files of tries in a folder."""
    try:
        return set(default_storage.listdir(folder)[1])
    except FileNotFoundError:
        return set()


def over(network, number, size, minutes):
    """Tries without an account that ended, the oldest first; not stored yet."""
    now = timezone.now()
    return [
        Try(network=network, game="snake", language="python", opponent="x", seed=1,
            state=Try.State.DONE, started=now - timedelta(minutes=minutes), finished=now,
            frames_bytes=size)
        for _ in range(number)
    ]  # fmt: skip


def done(row: Try) -> Any:
    """The try, after a worker has done it."""
    assert playing.carry_out()
    row.refresh_from_db()
    return row


def kits():
    """Each kit of each game; ``make test`` takes every language on one game, Python on all."""
    seen: set[str] = set()
    found = []
    for name, game in GAMES.items():
        for each in game.kits:
            later = each.language in seen and each.language != "python"
            seen.add(each.language)
            marks = [pytest.mark.nightly] if later else []
            found.append(pytest.param(name, each.language, marks=marks))
    return found


@pytest.mark.parametrize(("game", "language"), kits())
def test_a_kit_plays_a_short_match_to_its_end(house, redis_client, game, language):
    opponent = house(game).name
    bots, matches = Bot.objects.count(), Match.objects.count()
    row = done(attempt(opponent, kit(game, language), game=game, language=language))
    assert (row.state, row.failure) == ("done", "")
    seats = row.result["outcome"]["seats"]
    assert len(seats) == GAMES[game].rulesets[0].seats
    assert seats[0]["end"] == "ok"
    shown = row.content()
    assert len(shown["frames"]) > 5
    assert shown["result"]["outcome"] == row.result["outcome"]
    assert (Bot.objects.count(), Match.objects.count()) == (bots, matches)


def test_the_same_start_is_played_again(drifter):
    first = done(attempt(drifter, kit("snake")))
    second = attempt(drifter, kit("snake"), again=first)
    assert (second.seed, second.map) == (first.seed, first.map)
    done(second)
    assert second.result["outcome"] == first.result["outcome"]
    assert attempt(drifter, kit("snake")).seed != first.seed


def test_a_program_that_does_not_compile_shows_why(drifter):
    row = done(attempt(drifter, BROKEN))
    assert row.state == "failed"
    assert "main.py" in row.build_log
    assert "SyntaxError" in row.build_log
    assert row.frames == ""


def test_standard_error_of_a_bot_that_crashes_is_kept(drifter):
    row = done(attempt(drifter, CRASHING))
    assert row.state == "done"
    assert row.result["outcome"]["seats"][0]["end"] != "ok"
    said = "".join(line["text"] for line in row.log)
    assert "so far" in said
    assert 'File "/program/main.py", line 3' in said
    assert "ValueError: no idea" in said


def test_only_ones_own_standard_error_is_kept(drifter):
    row = done(attempt(drifter, kit("snake")))
    assert {line["seat"] for line in row.log} == {0}


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"game": "chess"}, ValidationError, "no game “chess”"),
        ({"opponent": "nobody"}, ValidationError, "No house bot “nobody”"),
        ({"files": {"notes.md": b"x"}}, UploadError, ""),
        ({"files": {"../main.py": b"x"}}, UploadError, "../main.py"),
        ({"files": {"main.py": b"x" * 2_100_000}}, ValidationError, "larger than 2 MB"),
    ],
)
def test_what_cannot_be_tried_says_why_and_leaves_nothing(drifter, change, error, words):
    with pytest.raises(error) as raised:
        attempt(**{"opponent": drifter, **change})
    assert words in str(raised.value)
    assert not Try.objects.exists()


def test_a_house_bot_whose_program_was_removed_is_built_again_first(drifter):
    BotVersion.objects.update(artifact_state=BotVersion.ArtifactState.REMOVED)
    with pytest.raises(ValidationError, match="is being built"):
        attempt(drifter)
    assert BotVersion.objects.get().artifact_state == BotVersion.ArtifactState.WAITING


def test_an_address_has_one_try_at_a_time_and_a_household_is_one_address(drifter):
    attempt(drifter, address="2001:db8::1")
    with pytest.raises(ValidationError, match="has not ended yet"):
        attempt(drifter, address="2001:db8::2")
    attempt(drifter, address="2001:db8:1::1")
    assert not Try.objects.filter(network__contains="2001").exists()


def test_browsers_of_one_address_have_a_try_each_up_to_a_bound(drifter, alice, monkeypatch):
    monkeypatch.setattr(services, "MOST_OF_ADDRESS", 2)
    for browser in ("one", "two"):
        attempt(drifter, browser=browser)
        with pytest.raises(ValidationError, match="has not ended yet"):
            attempt(drifter, browser=browser)
    with pytest.raises(ValidationError, match="at your network address"):
        attempt(drifter, browser="three")
    attempt(drifter, browser="three", address=OTHER)
    attempt(drifter, by=alice)
    assert not Try.objects.filter(browser__in=["one", "two"]).exists()


def test_addresses_take_turns_and_so_do_their_browsers(drifter):
    """However many tries one of them asks for."""
    many = [attempt(drifter, browser=str(number)) for number in range(8)]
    other = attempt(drifter, address=OTHER)
    taken = []
    for _ in range(3):
        taken.append(row := playing._take())
        assert row is not None
        Try.objects.filter(pk=row.pk).update(state=Try.State.DONE, finished=timezone.now())
        if row == many[0]:
            again = attempt(drifter, browser="0")
    assert taken == [many[0], other, many[1]]
    for row in many[2:]:
        assert playing._take() == row  # those that were not served before
    assert playing._take() == again


def test_a_waiting_address_comes_before_a_second_try_of_another_one(drifter):
    first, _second = attempt(drifter, browser="1"), attempt(drifter, browser="2")
    assert playing._take() == first
    Try.objects.bulk_create(over(_digest(OTHER), 1, 0, minutes=0))
    other = attempt(drifter, address=OTHER)  # though its last one began after
    assert playing._take() == other


def test_the_files_of_a_try_are_stored_for_as_long_as_they_are_needed(drifter, alice):
    before = stored("try-sources/"), stored("try-frames/")
    row = attempt(drifter, kit("snake"), by=alice)
    source = row.source.size
    assert quota.usage(alice).used == services.stored_for(alice).bytes == source > 0
    row = done(row)
    services.sweep()
    row.refresh_from_db()
    assert (row.source, stored("try-sources/")) == ("", before[0])
    assert services.stored_for(alice).bytes == row.frames.size > 0
    Try.objects.update(created=timezone.now() - timedelta(hours=25))
    services.sweep()
    assert services.stored_for(alice).bytes == 0
    assert (stored("try-sources/"), stored("try-frames/")) == before


def test_a_try_beyond_the_quota_is_refused_and_leaves_nothing(drifter, alice, settings):
    settings.QUOTA_MB = 1
    Try.objects.bulk_create(over("", 2, quota.MB // 2, 1))
    Try.objects.update(owner=alice)
    before = stored("try-sources/")
    with pytest.raises(quota.OverQuota, match=r"tries 1\.0 MB.*Tries are removed after a day"):
        attempt(drifter, by=alice)
    assert (Try.objects.count(), stored("try-sources/")) == (2, before)
    attempt(drifter)  # without an account the bound of the site holds


def test_tries_without_an_account_take_no_more_than_the_site_has_for_them(settings, alice):
    settings.TRIES_MB, size = 10, quota.MB // 10
    large = over("large", 1200, size // 10, 60)
    small = over("small", 50, size // 10, 120)
    own = over("own", 1200, size // 10, 120)
    for row in own:
        row.owner = alice
    Try.objects.bulk_create([*large, *small, *own])
    services.sweep()
    kept = Try.objects.filter(owner=None)
    assert services._stored(kept) <= 10 * quota.MB
    assert kept.filter(network="small").count() == 50
    assert kept.filter(network="large").count() == pytest.approx(950, abs=2)
    assert Try.objects.filter(owner=alice).count() == 1200


def test_a_person_has_one_try_at_a_time_wherever_they_are(drifter, alice, bob):
    attempt(drifter, by=alice)
    with pytest.raises(ValidationError, match="has not ended yet"):
        attempt(drifter, by=alice, address=OTHER)
    attempt(drifter, by=bob)
    attempt(drifter)


@pytest.mark.parametrize("person", [True, False])
def test_two_requests_at_once_make_one_try(drifter, alice, monkeypatch, person):
    monkeypatch.setattr(services, "_require_room", lambda _row: None)  # both have passed it
    by = alice if person else None
    attempt(drifter, by=by)
    with pytest.raises(ValidationError, match="has not ended yet"):
        attempt(drifter, by=by)
    assert Try.objects.count() == 1


def test_an_hour_has_a_limit(drifter, monkeypatch):
    monkeypatch.setattr(services, "HOURLY", 2)
    for _ in range(2):
        attempt(drifter)
        Try.objects.update(state=Try.State.DONE, finished=timezone.now())
    with pytest.raises(ValidationError, match="2 times within an hour"):
        attempt(drifter)
    Try.objects.update(created=timezone.now() - timedelta(minutes=61))
    attempt(drifter)


def test_the_site_has_a_limit_and_another_one_for_people_without_an_account(
    drifter, alice, monkeypatch
):
    monkeypatch.setattr(services, "MOST_WITHOUT_ACCOUNT", 1)
    attempt(drifter)
    with pytest.raises(ValidationError, match="Many people"):
        attempt(drifter, address=OTHER)
    attempt(drifter, by=alice)
    monkeypatch.setattr(services, "MOST_WAITING", 1)
    with pytest.raises(ValidationError, match="Many people"):
        attempt(drifter, by=User.objects.create_user("dora"))


def test_without_an_account_only_where_the_operator_allows_it(drifter, alice, settings):
    settings.TRIES_WITHOUT_ACCOUNT = False
    with pytest.raises(PermissionDenied, match="needs an account"):
        attempt(drifter)
    attempt(drifter, by=alice)


def test_without_an_account_only_where_the_kernel_holds_every_wall(drifter, alice, monkeypatch):
    monkeypatch.setattr(services, "watched", lambda: ("memory",))
    with pytest.raises(PermissionDenied, match="needs an account"):
        attempt(drifter)
    attempt(drifter, by=alice)


def test_a_worker_plays_for_nobody_without_an_account_where_a_wall_is_watched(drifter, monkeypatch):
    row = attempt(drifter, kit("snake"))
    monkeypatch.setattr(playing, "watched", lambda: ("memory",))
    assert (done(row).state, row.failure) == ("failed", services.NO_ACCOUNT)
    assert row.build_log == ""


def test_people_with_an_account_come_first_and_builds_before_the_others(drifter, alice):
    stranger, own = attempt(drifter, BROKEN), attempt(drifter, BROKEN, by=alice)
    bot = create_bot(alice, "snake", "worm")
    version = BotVersion.objects.get()
    version.pk, version.bot, version.state = None, bot, BotVersion.State.WAITING
    version.save()
    assert done(own).is_over
    assert not playing.carry_out()
    version.delete()
    assert done(stranger).is_over
    assert not playing.carry_out()


def test_nothing_of_a_played_program_stays_on_the_machine(drifter):
    before = {path.name for path in cache_root().iterdir()}
    assert done(attempt(drifter, kit("snake"))).state == "done"
    left = {path.name for path in cache_root().iterdir()} - before
    house = BotVersion.objects.get().artifact_sha256
    assert left <= {house}


def test_a_try_waits_while_there_is_no_memory_for_it(drifter, monkeypatch):
    row = attempt(drifter)
    monkeypatch.setattr(playing, "memory_slot", lambda *_: nullcontext(False))
    assert not playing.carry_out()
    row.refresh_from_db()
    assert (row.state, row.started) == ("waiting", None)


def test_a_sweep_sends_no_more_tasks_than_tries_wait(drifter, monkeypatch):
    attempt(drifter)
    sent: list[str] = []
    monkeypatch.setattr(queues, "send", sent.append)
    for waiting, expected in ((0, 1), (1, 0), (9, 0)):
        monkeypatch.setattr(queues, "length", lambda _queue, n=waiting: n)
        sent.clear()
        services.sweep()
        assert len(sent) == expected


def test_a_try_of_several_programs_plays_the_one_that_is_named(drifter):
    source = b"int main() { return 0; }\n"
    rules = b"all: one two\none two: %%: %%.c\n\t$(CC) -o $@ $<\n".replace(b"%%", b"%")
    files = {"Makefile": rules, "one.c": source, "two.c": source}
    code = Code(files, "make")
    unnamed = done(services.request(None, HOME, "snake", code, drifter))
    assert (unnamed.state, "one" in unnamed.failure) == ("failed", True)
    named = done(services.request(None, HOME, "snake", replace(code, program="two"), drifter))
    assert named.state == "done", named.failure


def test_an_endless_match_is_ended(drifter, monkeypatch):
    monkeypatch.setattr(playing, "LONGEST_S", 1.0)
    row = done(attempt(drifter, LOOP))
    assert row.is_over
    assert (row.finished - row.started).total_seconds() < 20


def test_old_tries_are_removed_and_lost_ones_fail(drifter, alice, bob):
    old, lost, waiting = attempt(drifter), attempt(drifter, by=alice), attempt(drifter, by=bob)
    now = timezone.now()
    Try.objects.filter(pk=old.pk).update(created=now - timedelta(hours=25))
    state = Try.State.PLAYING
    Try.objects.filter(pk=lost.pk).update(
        state=state, started=now - services.LOST - timedelta(seconds=1)
    )
    assert services.sweep() == 1
    assert not Try.objects.filter(pk=old.pk).exists()
    lost.refresh_from_db()
    assert (lost.state, "worker of this try was lost" in lost.failure) == ("failed", True)
    waiting.refresh_from_db()
    assert waiting.state == "waiting"
