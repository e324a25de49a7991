"""Lessons, played for real: each is passed by the lines that it shows, and not without them;
progress is kept."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from games.lessons import gap_of, lesson_of, lessons_of, start_of
from games.package import bot_files
from games.registry import GAMES
from games.tests.kits import kit_of
from sandbox.errors import UploadError
from sandbox.judger.job import Job
from tries import playing, progress, services
from tries.models import LessonPassed, Try
from tries.services import Code
from tries.tests.house import house_bot

pytestmark = pytest.mark.django_db
HOME = "192.0.2.1"
FAILING = b"""

steady = Strategy.choose
asked = 0


def choose(self, operations):
    global asked
    asked += 1
    assert asked < 80
    steady(self, operations)


Strategy.choose = choose
"""
"""At the end of the strategy of generals: it fails in the eightieth half-turn."""
SEEDS = [int(seed) for seed in os.environ.get("LESSON_SEEDS", "3").split(",")]
"""Those by which each lesson is played: several show whether it is passed reliably."""
QUICK = {
    "snake": ("stay-alive", "split"),
    "generals": ("move", "take-land"),
    "xghj": ("settle", "conquer"),
    "lost_in_space": ("fetch-a-key", "set-traps"),
    "microwars": ("hit", "destroy"),
}
"""The lessons that ``make test`` plays.  Others are longer, or much like these."""


@pytest.fixture(autouse=True)
def walls(monkeypatch):
    """The kernel holds all of them, whatever it does on this machine; starts are the same."""
    for module in (services, playing):
        monkeypatch.setattr(module, "watched", tuple)
    monkeypatch.setattr(services, "new_seed", lambda: 3)


def code_of(name: str, bot: str, lesson: str) -> Code:
    """The whole "kit", the "start" of a lesson, or the start with its lines "filled" in."""
    game = GAMES[name]
    kit = kit_of(game, "python")
    task = lesson_of(game, lesson)
    if bot == "kit" or task is None:
        return Code(bot_files(kit), "python")
    files, gap = start_of(game, task, kit), gap_of(game, task, kit)
    assert gap is not None
    if bot == "filled":
        text = files[gap.path].decode()
        assert text.count(gap.gap) == 1
        files[gap.path] = text.replace(gap.gap, gap.needed).encode()
    return Code(files, "python")


def attempt(name, lesson, bot, by=None):
    """The try of a lesson with a bot's code, after a worker has done it."""
    row = services.request(by, HOME, name, code_of(name, bot, lesson), "", lesson=lesson)
    assert playing.carry_out()
    row.refresh_from_db()
    return row


EACH = [
    pytest.param(
        name,
        lesson,
        id=f"{name}-{lesson.name}",
        marks=[] if lesson.name in QUICK.get(name, ()) else [pytest.mark.nightly],
    )
    for name, game in GAMES.items()
    for lesson in lessons_of(game)
]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "lesson"), EACH)
def test_a_lesson_is_passed_by_its_lines_and_not_by_its_own_start(
    make_ready, redis_client, monkeypatch, name, lesson, seed
):
    monkeypatch.setattr(services, "new_seed", lambda: seed)
    house_bot(make_ready, name, lesson.opponent)
    row = attempt(name, lesson.name, "filled")
    assert (row.state, row.failure, row.failed) == ("done", "", False)
    assert row.passed, f"its lines give {lesson.counted(row.count)}, {lesson.needs} needed"
    assert row.opponent == lesson.opponent
    assert row.match <= lesson.matches
    row = attempt(name, lesson.name, "start")
    assert (row.state, row.failure) == ("done", "")
    assert not row.passed, f"the unchanged code of the lesson has {lesson.counted(row.count)}"


@pytest.fixture
def drifter(make_ready, redis_client):
    return house_bot(make_ready, "snake")


def test_a_bot_that_fails_has_not_passed_whatever_it_had_before(make_ready, redis_client):
    house_bot(make_ready, "generals")
    files = bot_files(kit_of(GAMES["generals"], "python"))
    files["strategy.py"] += FAILING
    row = services.request(None, HOME, "generals", Code(files, "python"), "", lesson="move")
    assert playing.carry_out()
    row.refresh_from_db()
    assert row.count >= 50
    assert row.failed
    assert not row.passed


def test_several_matches_have_seeds_of_their_own_and_the_last_one_is_shown(
    make_ready, redis_client, monkeypatch
):
    house_bot(make_ready, "snake", "gardener")
    jobs: list[Job] = []
    made = playing._job

    def remembered(*given: Any) -> Job:
        jobs.append(made(*given))
        return jobs[-1]

    monkeypatch.setattr(playing, "_job", remembered)
    row = attempt("snake", "beat-gardener", "kit")
    seeds = [job.setup.seed for job in jobs]
    assert seeds == [3, 2, 1, 0, 7][: row.match]
    assert row.match >= 3
    assert row.content()["header"]["setup"]["seed"] == seeds[-1] == row.match_seed


def test_no_match_begins_after_the_longest_time(make_ready, redis_client, monkeypatch):
    house_bot(make_ready, "snake", "gardener")
    monkeypatch.setattr(playing, "LONGEST_S", 0.2)
    row = attempt("snake", "beat-gardener", "kit")
    assert (row.state, row.match) == ("done", 1)
    assert not row.passed


def test_a_match_too_large_for_a_lesson_ends_the_try_with_words(drifter, monkeypatch):
    monkeypatch.setattr(playing, "LESSON_BYTES", 2_000)
    row = attempt("snake", "stay-alive", "kit")
    assert row.state == "failed"
    assert "answers too much" in row.failure


@pytest.mark.parametrize("lesson", ["fly", "fetch-a-key"])
def test_a_lesson_that_the_game_lacks_is_refused(drifter, lesson):
    with pytest.raises(ValidationError, match=f"Snake has no lesson “{lesson}”"):
        services.request(None, HOME, "snake", code_of("snake", "kit", ""), "", lesson=lesson)
    assert not Try.objects.exists()


def test_a_lesson_that_is_gone_meanwhile_ends_the_try_with_words(drifter):
    row = services.request(None, HOME, "snake", code_of("snake", "kit", ""), "", lesson="eat")
    Try.objects.update(lesson="gone")
    assert playing.carry_out()
    row.refresh_from_db()
    assert (row.state, row.failure) == ("failed", "This site does not have the lesson now.")


def test_a_refused_upload_uses_no_lesson_up(drifter):
    with pytest.raises(UploadError):
        services.request(None, HOME, "snake", Code({"a.md": b""}, "python"), "", lesson="eat")
    assert not Try.objects.exists()


def passed_try(owner=None, lesson="stay-alive"):
    result = {"outcome": {"seats": [{"end": "ok", "rank": 1}]}}
    return Try.objects.create(
        owner=owner,
        network=HOME,
        game="snake",
        language="python",
        opponent="drifter",
        lesson=lesson,
        seed=1,
        state=Try.State.DONE,
        finished="2026-01-01T00:00Z",
        result=result,
        count=30,
    )


def test_an_account_keeps_what_its_owner_has_passed_once(drifter, alice):
    for _ in range(2):
        attempt("snake", "stay-alive", "kit", by=alice)
    row = LessonPassed.objects.get()
    assert (row.person, row.game, row.lesson) == (alice, "snake", "stay-alive")
    alice.delete()
    assert not LessonPassed.objects.exists()


def test_a_session_keeps_it_without_an_account_and_a_log_in_takes_it_over(db, alice):
    request = RequestFactory().get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    row = passed_try()
    for _ in range(2):
        progress.keep(request.user, request.session, row)
    assert progress.passed(request, "snake") == {"stay-alive"}
    assert progress.passed(request, "generals") == set()
    assert request.session[progress.SESSION] == [["snake", "stay-alive"]]
    login(request, alice, backend="django.contrib.auth.backends.ModelBackend")
    assert LessonPassed.objects.get().person == alice
    assert progress.passed(request, "snake") == {"stay-alive"}
    assert progress.SESSION not in request.session


def test_a_try_that_ends_after_the_log_in_counts_for_the_account(db, alice):
    progress.keep(alice, {}, passed_try())
    assert LessonPassed.objects.get().person == alice


def test_the_try_of_another_person_does_not_count(db, alice, bob):
    session: dict[str, Any] = {}
    progress.keep(bob, session, passed_try(owner=alice))
    assert not LessonPassed.objects.exists()
    assert session == {}


def test_what_is_not_passed_is_not_kept(db, alice):
    row = passed_try()
    row.count = 1
    progress.keep(alice, {}, row)
    assert not LessonPassed.objects.exists()
