"""The status page, the signs of life behind it, error pages and the headers of every answer."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from celery.signals import task_postrun
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from arbiter.celery import app
from controls.models import Machine
from controls.tests.boxes import machine
from pages.frame.access.middleware import PolicyMiddleware
from pages.status import health, heartbeat
from sandbox.languages import LANGUAGES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh(redis_client):
    """No report and no sign of life from before."""
    health._report.cache_clear()
    yield
    health._report.cache_clear()


@pytest.fixture
def alone(monkeypatch):
    """No worker runs here that could answer: none is waited for."""
    monkeypatch.setattr(health, "TIMEOUT_S", 0.1)


def ended(task: str, state: str = "SUCCESS") -> None:
    """Tell, as a worker does, that a task has ended."""
    task_postrun.send(sender=None, task=app.tasks[task], state=state)


@pytest.fixture
def tasks():
    app.loader.import_default_modules()
    return list(heartbeat.timetable())


def test_database_and_redis_answer():
    assert health.check_database().level is health.Level.OK
    assert health.check_database().level.word == "OK"
    assert health.check_redis().level is health.Level.OK


def test_a_redis_that_is_gone_is_told_at_once_and_not_asked_again(settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    start = time.monotonic()
    check = health.check_redis()
    assert check.level is health.Level.BAD
    assert "no new matches" in check.summary
    titles = [c.title for c in health.make_report().checks]
    assert "Workers" not in titles
    assert time.monotonic() - start < 5


def test_without_workers_the_site_cannot_do_its_work(client, alone):
    response = client.get("/status/")
    assert response.status_code == 503
    assert "none answers: matches and builds wait" in response.content.decode()


def test_periodic_work_that_was_never_seen_is_late(tasks):
    check = health.check_timetable()
    assert check.level is health.Level.WARN
    assert all("not seen" in detail for detail in check.details)


def test_periodic_work_that_has_just_ended_is_on_time(tasks):
    for task in tasks:
        ended(task)
    check = health.check_timetable()
    assert (check.level, check.summary) == (health.Level.OK, "runs on time")


def test_work_that_comes_seldom_is_not_missed_before_its_time(tasks):
    for task, period in heartbeat.timetable().items():
        if period <= health.SELDOM_S:
            ended(task)
    assert any(period > health.SELDOM_S for period in heartbeat.timetable().values())
    assert health.check_timetable().level is health.Level.OK


def test_languages_without_their_tools_are_named(monkeypatch):
    assert health.check_languages().level is health.Level.OK
    for language in LANGUAGES.values():
        monkeypatch.setattr(type(language), "unavailable", lambda self: f"no {self.title} here")
    check = health.check_languages()
    assert check.level is health.Level.BAD
    assert f"0 of {len(LANGUAGES)} available" in check.summary
    assert any("no Python" in detail for detail in check.details)


def test_what_a_worker_found_out_by_trying_counts(monkeypatch):
    machine("box", builds=True, python="the compiler crashes")
    check = health.check_languages()
    assert LANGUAGES["python"].title in check.summary
    assert any("the compiler crashes" in detail for detail in check.details)
    assert "crashes" not in "".join(health.check_languages(tried=False).details)


def test_a_language_is_there_where_one_machine_that_builds_has_it():
    machine("a", builds=True, python="no Python")
    machine("b", builds=True, python="")
    machine("c", builds=False, java="")
    machine("d", builds=True, problem="It has a problem.", go="")
    words = health.check_languages().summary
    assert LANGUAGES["python"].title not in words
    check = health.check_machines()
    assert (check.level, check.summary) == (health.Level.WARN, "d begins nothing: a check failed")
    assert any("a (builds), checked" in each and "Python" in each for each in check.details)


def test_work_that_fails_leaves_no_sign_of_life(tasks):
    ended(tasks[0], "FAILURE")
    assert heartbeat.ages()[tasks[0]] is None


def test_one_task_that_stopped_is_named(tasks):
    for task in tasks:
        ended(task)
    cache.set(heartbeat._key(tasks[0]), time.time() - 3600)
    check = health.check_timetable()
    assert check.summary == f"late: {tasks[0].replace('.tasks.', ': ')}"


def test_a_machine_that_is_gone_is_named_and_one_that_was_stopped_is_not():
    for name in ("cut-off", "drained", "well"):
        machine(name)
    others = Machine.objects.exclude(name="well")
    others.update(checked=timezone.now() - timedelta(minutes=10))
    others.filter(name="drained").update(kinds={})
    check = health.check_machines()
    assert (check.level, check.summary) == (health.Level.WARN, "cut-off has been gone for 10 min")
    assert "drained (no workers), checked 10 min ago: no problem." in check.details
    others.filter(name="cut-off").delete()
    assert health.check_machines().summary == "1 passed their checks"


def test_messages_that_wait_are_counted(redis_client):
    redis_client.lpush("builds", "x", "y")
    assert "builds: 2 waiting" in health.check_queues().details


def test_visitors_of_one_moment_share_a_report(alone, monkeypatch):
    monkeypatch.setattr(health, "FRESH_S", 10**9)
    assert health.report() is health.report()


def test_every_answer_says_that_nothing_within_a_page_may_run(client):
    request = RequestFactory().get("/")
    response = PolicyMiddleware(lambda _: client.get("/about/"))(request)
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_an_answer_with_a_policy_of_its_own_keeps_it():
    def answer(request):
        from django.http import HttpResponse

        return HttpResponse(headers={"Content-Security-Policy": "sandbox"})

    response = PolicyMiddleware(answer)(RequestFactory().get("/"))
    assert response["Content-Security-Policy"] == "sandbox"


def test_an_unknown_address_gets_a_page_with_a_way_on(client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "Page not found" in response.content.decode()


@pytest.mark.parametrize("code", ["400", "500", "403_csrf"])
def test_pages_for_when_nothing_works_need_no_request_and_no_database(
    code, django_assert_num_queries
):
    with django_assert_num_queries(0):
        html = render_to_string(f"{code}.html")
    assert "<h1>" in html
    assert 'href="/"' in html


def test_what_parts_say_of_their_machines_is_for_organizers(client, olga, alone, redis_client):
    redis_client.lpush("builds", "x")
    assert "builds: 1 waiting" not in client.get("/status/").content.decode()
    client.force_login(olga)
    health._report.cache_clear()
    assert "Sandbox" in client.get("/status/").content.decode()
    report = health.Report((health.Check("Part", health.Level.OK, "fine", ("host-7",)),), ())
    for user, shown in ((olga, True), (AnonymousUser(), False)):
        request = RequestFactory().get("/status/")
        request.user = user
        html = render_to_string("status/status.html", {"report": report}, request)
        assert ("host-7" in html) is shown


def test_a_browser_that_looks_for_an_icon_finds_it(client):
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"]) == (302, "/static/site/favicon.svg")
