"""The organizers' desk: what they see, what they may do, and what is kept of it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Report, Team, User
from audit.models import AuditEntry
from bots.models import Bot, BotVersion
from bots.tests.steps import ready, version_of
from controls.models import Hold, Machine
from controls.tests.boxes import machine
from ladder.events.models import Event, Question
from ladder.models import Season
from ladder.seasons.current import ensure_seasons
from maps.models import Map
from matches.models import Match
from matches.services import create_match
from notices.models import Delivery
from pages.desk.views import ACTS

pytestmark = pytest.mark.django_db
MAILS = "/desk/admin/notices/delivery/?state__exact=given_up"


@pytest.fixture
def worm(alices_bot, redis_client):
    return ready(version_of(alices_bot))


def match_in(state, worm, **more):
    match = create_match("snake", "standard", "friendly", [worm, worm])
    Match.objects.filter(pk=match.pk).update(state=state, **more)
    return match


@pytest.fixture
def targets(worm, alices_bot):
    """Something to do each act to."""
    season = ensure_seasons()[0]
    paused = Season.objects.create(game="snake", ruleset="old", name="Old", paused=True)
    out = Bot.objects.create(owner=alices_bot.owner, game="snake", name="out")
    Bot.objects.filter(pk=out.pk).update(deactivated_at=timezone.now())
    return {
        "void-match": match_in(Match.State.FINISHED, worm),
        "restore-match": match_in(Match.State.FINISHED, worm, voided_at=timezone.now()),
        "rebuild-version": version_of(out, BotVersion.State.FAILED),
        "deactivate-bot": alices_bot,
        "reactivate-bot": out,
        "resume-bot": Bot.objects.create(
            owner=alices_bot.owner, game="snake", name="failing", paused_at=timezone.now()
        ),
        "pause-season": season,
        "resume-season": paused,
        **names(alices_bot),
    }


def names(bot):
    """People and things with names, one for each act on them."""
    people = User.objects
    now = timezone.now()
    reporter = people.create_user("reporter")
    return {
        "rename-bot": Bot.objects.create(owner=bot.owner, game="snake", name="rude"),
        "rename-map": Map.objects.create(owner=bot.owner, game="snake", name="rude", board={}),
        "rename-event": Event.objects.create(slug="rude", name="Rude", plan={"stages": []}),
        "rename-team": Team.objects.create(name="rude"),
        "rename-person": people.create_user("rude"),
        "close-person": people.create_user("spammer"),
        "reopen-person": people.create_user("mistaken", is_active=False, closed_at=now),
        "approve-person": people.create_user("fresh", is_active=False, waits_since=now),
        "answer-report": Report.objects.create(
            kind="bot", name="alice/worm", path="/bots/alice/worm/", text="Look.", by=reporter
        ),
    }


AFTER = {
    "void-match": lambda match: match.voided_at is not None,
    "restore-match": lambda match: match.voided_at is None,
    "rebuild-version": lambda version: version.state == "waiting",
    "deactivate-bot": lambda bot: bot.deactivated_at is not None,
    "reactivate-bot": lambda bot: bot.deactivated_at is None,
    "resume-bot": lambda bot: bot.paused_at is None,
    "pause-season": lambda season: season.paused,
    "resume-season": lambda season: not season.paused,
    "rename-bot": lambda bot: bot.name == f"bot-{bot.pk}",
    "rename-map": lambda found: found.name == f"map-{found.pk}",
    "rename-event": lambda event: event.slug == f"event-{event.pk}",
    "rename-team": lambda team: team.name == f"team-{team.pk}",
    "rename-person": lambda person: person.username == f"person-{person.pk}",
    "close-person": lambda person: not person.is_active,
    "reopen-person": lambda person: person.is_active,
    "approve-person": lambda person: person.is_active,
    "answer-report": lambda report: report.answered_at is not None,
}


def do(client, act, target, reason="because", **more):
    form = {"reason": reason, "next": "/desk/", **more}
    return client.post(f"/desk/act/{act}/{target.pk}/", form)


@pytest.mark.parametrize("act", ACTS)
def test_every_act_is_done_and_leaves_an_audit_entry(client, olga, targets, act):
    client.force_login(olga)
    target = targets[act]
    answer = do(client, act, target, reason="the disk was full")
    assert answer["Location"] == "/desk/"
    target.refresh_from_db()
    assert AFTER[act](target)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.target_id) == (olga, str(target.pk))
    assert entry.summary.endswith(": the disk was full")
    assert "the disk was full" in client.get("/desk/").text


def test_nothing_is_done_without_a_reason(client, olga, targets):
    client.force_login(olga)
    for act in ACTS:
        target = targets[act]
        do(client, act, target, reason="  ")
        target.refresh_from_db()
        assert not AFTER[act](target), act
        assert "Say why: other organizers will read it" in client.get("/desk/").text, act
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("who", ["alice", "charlie"])
def test_others_do_nothing(client, alice, charlie, targets, who):
    client.force_login({"alice": alice, "charlie": charlie}[who])
    for act in ACTS:
        target = targets[act]
        assert do(client, act, target).status_code == 404, act
        target.refresh_from_db()
        assert not AFTER[act](target), act


def test_the_desk_exists_for_organizers_alone(client, alice, olga):
    assert client.get("/desk/")["Location"] == "/accounts/login/?next=/desk/"
    client.force_login(alice)
    assert client.get("/desk/").status_code == 404
    client.force_login(olga)
    assert client.get("/desk/").status_code == 200


def test_an_act_that_comes_too_late_is_explained(client, olga, worm):
    client.force_login(olga)
    do(client, "void-match", match_in(Match.State.QUEUED, worm))
    assert "Nothing was done to" in client.get("/desk/").text


def test_acts_are_posts_and_lead_back_only_within_the_site(client, olga, targets):
    client.force_login(olga)
    season = targets["pause-season"]
    assert client.get(f"/desk/act/pause-season/{season.pk}/").status_code == 405
    assert do(client, "pause-season", season, next="https://evil.example/")["Location"] == "/desk/"
    assert client.post(f"/desk/act/erase-all/{season.pk}/").status_code == 404


def test_what_is_stuck_is_listed_under_its_reason(client, olga, worm):
    ago = timezone.now() - timedelta(hours=1)
    lost = match_in(Match.State.RUNNING, worm, lease_until=ago, claimed_by="box-7", started=ago)
    old = match_in(Match.State.QUEUED, worm, created=ago)
    failed = match_in(Match.State.FAILED, worm, failure="The judger died.")
    Match.objects.filter(pk=failed.pk).update(finished=timezone.now() - timedelta(days=6))
    fine = match_in(Match.State.RUNNING, worm, lease_until=timezone.now() + timedelta(minutes=1))
    client.force_login(olga)
    answer = client.get("/desk/")
    assert [(need.text, need.path) for need in answer.context["needs"]] == [
        ("1 match lost by a worker", "/desk/queue/?state=running"),
        ("1 match waiting for more than ten minutes", "/desk/queue/?state=queued"),
        ("1 match that could not be played this week", "/desk/queue/?state=failed"),
    ]
    assert fine in answer.context["running"]
    assert "The judger died." in answer.text
    for match, state in ((lost, "running"), (old, "queued"), (failed, "failed")):
        assert f"Match {match.pk}" in client.get(f"/desk/queue/?state={state}").text


def test_a_quiet_desk_says_so(client, olga):
    client.force_login(olga)
    assert "Nothing needs you now." in client.get("/desk/").text


def test_the_desk_begins_with_all_that_needs_an_organizer(client, olga, alice, settings):
    event = Event.objects.create(slug="cup", name="Cup", plan={"stages": []}, trouble="No map.")
    for text in ("When?", "Where?"):
        Question.objects.create(event=event, asker=alice, text=text)
    machine("box", problem="The clock is 9 s ahead.")
    machine("attic")
    Machine.objects.filter(name="attic").update(checked=timezone.now() - timedelta(minutes=9))
    soon = timezone.now() + timedelta(minutes=9)
    Hold.objects.create(of="builds", name="cellar", until=soon, reason="3 faults in a row.")
    Report.objects.create(kind="bot", name="alice/worm", path="/", text="Look.", by=alice)
    lost = Delivery.State.GIVEN_UP
    Delivery.objects.create(user=alice, kind="x", channel="mail", state=lost, error="550 no")
    settings.DISK_FLOOR_MB = 10**9
    client.force_login(olga)
    page = client.get("/desk/")
    space, *others = [(need.text, need.path, need.detail) for need in page.context["needs"]]
    assert space[0].endswith("of disk are free")
    assert space[1:] == ("/status/", "Nothing begins, and uploads are refused.")
    assert others == [
        ("attic does not answer", "/desk/workers/", "Its workers were not stopped."),
        ("box gets no work", "/desk/workers/", "The clock is 9 s ahead."),
        ("builds of machine cellar is held back", "/desk/workers/", "3 faults in a row."),
        ("Cup is stuck", "/events/cup/organize/run/", "No map."),
        ("Cup: 2 questions without an answer", "/events/cup/organize/talk/", ""),
        ("1 report without an answer", "/desk/people/", ""),
        ("1 mail could not be sent this week", MAILS, "alice: 550 no"),
    ]
    for _, path, _ in others:
        assert client.get(path).status_code == 200, path
    titles = re.findall(r"<h2[^>]*>([^<]+)</h2>", page.text)
    assert titles[:3] == ["Needs you now", "Events", "Running"]


def test_a_busy_desk_has_at_most_forty_buttons(client, olga, worm, alices_bot):
    ensure_seasons()
    for number in range(30):
        match_in(Match.State.FAILED, worm, finished=timezone.now())
        match_in(Match.State.RUNNING, worm, started=timezone.now())
        version_of(alices_bot, BotVersion.State.FAILED)
        out = Bot.objects.create(owner=alices_bot.owner, game="snake", name=f"out-{number}")
        Bot.objects.filter(pk=out.pk).update(deactivated_at=timezone.now())
    client.force_login(olga)
    text = client.get("/desk/?bot=out").text
    assert 0 < len(re.findall(r'<button|<summary|<a class="button', text)) <= 40


def test_seasons_are_paused_and_resumed_on_their_page(client, olga):
    season = ensure_seasons()[0]
    client.force_login(olga)
    address = f"/desk/act/pause-season/{season.pk}/"
    assert address in client.get("/desk/seasons/").text
    client.post(address, {"reason": "a fair", "next": "/desk/seasons/"})
    assert f"/desk/act/resume-season/{season.pk}/" in client.get("/desk/seasons/").text


def test_a_bot_is_found_by_parts_of_its_name(client, olga, alices_bot):
    client.force_login(olga)
    assert "alice/</bdi>" in client.get("/desk/?bot=ali wor").text
    assert "No bot matches" in client.get("/desk/?bot=zzz").text


def test_a_busy_desk_costs_as_much_as_a_quiet_one(
    client, olga, worm, alices_bot, django_assert_max_num_queries
):
    for _ in range(10):
        match_in(Match.State.FAILED, worm)
        match_in(Match.State.RUNNING, worm, started=timezone.now())
        version_of(alices_bot, BotVersion.State.FAILED)
    client.force_login(olga)
    with django_assert_max_num_queries(32):
        client.get("/desk/")
