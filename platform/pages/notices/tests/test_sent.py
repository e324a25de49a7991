"""The services of versions, bots and matches notify the right people."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.members.teams import invite
from accounts.models import User
from bots import services as bots
from bots.models import BotVersion
from bots.tests.steps import ready, version_of
from ladder.tests.play import add_version, finish, make_bot
from matches import services as matches
from matches.models import Match, Seat
from matches.services import create_match
from notices import webhooks
from notices.models import Delivery, Kind, Notice
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
URL = "https://hooks.example.org/arbiter"


def told(kind=None) -> dict[str, str]:
    """Person → what the newest notice says."""
    rows = Notice.objects.filter(kind=kind) if kind else Notice.objects.all()
    return {notice.user.username: notice.text for notice in rows.order_by("pk")}


def events() -> list[tuple[str, dict[str, Any]]]:
    """Person and event of all that goes to webhooks."""
    rows = Delivery.objects.filter(channel="webhook").order_by("pk")
    return [(str(row.user), json.loads(row.payload)) for row in rows]


@pytest.fixture
def worm(alice, team):
    """Alice's bot, shared with bob; charlie is only invited to the team."""
    return make_bot(alice, "worm", team)


@pytest.fixture
def viper(charlie):
    return make_bot(charlie, "viper")


@pytest.fixture(autouse=True)
def _quiet_start(request, db):
    """Delete the notices that creating the bots has caused."""
    for name in ("worm", "viper"):
        if name in request.fixturenames:
            request.getfixturevalue(name)
    Notice.objects.all().delete()
    Delivery.objects.all().delete()


# Versions and bots


def test_a_version_that_is_ready_is_told_to_owner_and_team(alices_bot, alice, charlie, team):
    invite(team, alice, "charlie")
    version = ready(version_of(alices_bot))
    text = "Version 1 of alice/worm has passed its first match and is ready."
    assert told("version.ready") == {"alice": text, "bob": text}
    notice = Notice.objects.filter(user=alice).get()
    assert (notice.kind, notice.path) == ("version.ready", version.get_absolute_url())
    mailed = Delivery.objects.filter(kind="version.ready")
    assert not mailed.exists(), "it is not mailed unless somebody wants it"


def test_a_version_that_failed_is_told_and_mailed_with_the_reason(alices_bot, alice):
    webhooks.create(alice, URL, [Kind.VERSION_FAILED])
    version = version_of(alices_bot)
    bots.failed(version, BotVersion.Step.BUILD, "main.py has no end.\nLine 3.")
    text = "Version 1 of alice/worm failed in its build: main.py has no end."
    assert told("version.failed") == {"alice": text, "bob": text}
    mails = Delivery.objects.filter(channel="mail")
    assert {str(row.user) for row in mails} == {"alice", "bob"}
    ((person, event),) = events()
    assert person == "alice"
    assert event["data"] == {
        "bot": {"id": alices_bot.pk, "owner": "alice", "name": "worm", "game": "snake"},
        "version": 1,
        "step": "build",
        "failure": "main.py has no end.\nLine 3.",
    }


def test_the_mail_of_a_failed_version_has_the_whole_cause(alices_bot, alice):
    cause = "main.cpp does not compile. " + "expected a semicolon before the brace " * 8
    bots.failed(version_of(alices_bot), BotVersion.Step.BUILD, f"{cause}\nLine 3.\nLine 4.")
    text = told("version.failed")["alice"]
    assert text.endswith(("semicolon…", "expected…", "before…", "brace…", "the…", "a…"))
    (mail, _) = sorted(mails(), key=lambda each: each.to)
    assert mail.subject == "[Arbiter] alice/worm: version 1 failed in its build"
    assert f"{cause}\nLine 3.\nLine 4." in mail.body
    assert mail.extra_headers["References"].startswith(f"<bot-{alices_bot.pk}.{alice.pk}@")


def test_the_uploader_who_left_the_team_is_notified(alices_bot, charlie):
    version = version_of(alices_bot)
    version.uploaded_by = charlie
    version.save()
    ready(version)
    assert set(told()) == {"alice", "bob", "charlie"}


def test_a_version_that_is_ready_does_not_fail_any_more(alices_bot):
    version = ready(version_of(alices_bot))
    bots.failed(version, BotVersion.Step.BUILD, "too late")
    assert not told("version.failed")


def test_versions_of_the_house_are_told_to_nobody(db):
    house = User.objects.create_user("house", is_house=True)
    ready(version_of(bots.create_bot(house, "snake", "gardener")))
    assert told() == {}


def test_a_bot_that_is_taken_out_of_play_is_told_with_the_reason(worm, olga):
    bots.deactivate(worm, olga, "It floods its log.")
    text = "The organizers took alice/worm out of play: It floods its log."
    assert told("bot.paused") == {"alice": text, "bob": text}


# Matches


def played(kind, *versions, by=None, ranks=(1, 2)):
    match = create_match("snake", "standard", kind, versions, requested_by=by)
    return finish(match, ranks[: len(versions)])


def test_a_friendly_match_is_told_to_who_asked_for_it(worm, viper, bob):
    match = matches.request_match(
        bob, "snake", "standard", [worm.active_version, viper.active_version]
    )
    finish(match, [2, 1])
    result = f"charlie/viper beat alice/worm −1 : −2 (match {match.pk}, friendly)."
    assert told() == {"bob": f"{result} viper won: the game was played to its end."}
    assert Notice.objects.get().path == f"/matches/{match.pk}/"
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("kind", ["series", "event"])
def test_a_match_of_an_event_is_told_to_everybody_with_a_bot_in_it(worm, viper, kind):
    played(kind, worm.active_version, viper.active_version)
    assert set(told()) == {"alice", "bob", "charlie"}


@pytest.mark.parametrize("kind", ["ladder", "proving", "trial"])
def test_of_other_matches_webhooks_alone_hear(worm, viper, bob, charlie, kind):
    for person in (bob, charlie):
        webhooks.create(person, URL, [Kind.MATCH_FINISHED])
    version = add_version(worm, state="proving") if kind == "proving" else worm.active_version
    match = played(kind, version, viper.active_version)
    finished = [(p, e) for p, e in events() if e["event"] == "match.finished"]
    assert sorted(person for person, _ in finished) == ["bob", "charlie"]
    assert not told("match.finished")
    data = finished[0][1]["data"]
    assert (data["match"], data["game"], data["kind"]) == (match.pk, "snake", kind)
    assert data["seats"][1] == {
        "number": 1, "team": 0, "person": None, "owner": "charlie", "bot": "viper", "version": 1,
        "rank": 2, "score": -2.0, "end": "ok",
        "ending": "worm won: the game was played to its end.",
    }  # fmt: skip


def test_webhooks_of_people_without_a_bot_in_it_hear_nothing(worm, viper, olga):
    webhooks.create(olga, URL, [Kind.MATCH_FINISHED])
    played("ladder", worm.active_version, viper.active_version)
    assert events() == []


def test_a_ladder_match_that_nobody_hears_of_costs_one_query_or_two(
    worm, viper, olga, django_assert_num_queries
):
    from matches.recorded.notifications import tell_finished

    match = played("ladder", worm.active_version, viper.active_version)
    with django_assert_num_queries(1):
        tell_finished(Match, match)
    webhooks.create(olga, URL, [Kind.MATCH_FINISHED])
    with django_assert_num_queries(2):
        tell_finished(Match, match)


def test_a_preview_is_told_to_nobody(worm, viper, alice):
    webhooks.create(alice, URL, [Kind.MATCH_FINISHED])
    played("preview", worm.active_version, viper.active_version, by=alice)
    assert (told(), events()) == ({}, [])


@pytest.mark.parametrize("audience", ["participants", "hidden"])
def test_nobody_hears_of_a_match_that_is_not_shown_to_them(
    worm, viper, alice, charlie, audience, monkeypatch
):
    for person in (alice, charlie):
        webhooks.create(person, URL, [Kind.MATCH_FINISHED])
    versions = [worm.active_version, viper.active_version]
    match = create_match("snake", "standard", "event", versions)
    Match.objects.filter(pk=match.pk).update(audience=audience)
    shown = Match.objects.filter(pk=match.pk)
    none = Match.objects.none()
    openers = [lambda user: shown if user == charlie else none]
    monkeypatch.setattr("matches.audience._openers", openers)
    finish(match, [1, 2])
    assert set(told()) == {"charlie"}
    assert [person for person, _ in events()] == ["charlie"]


def test_a_match_with_people_names_them(worm, charlie, alice):
    webhooks.create(alice, URL, [Kind.MATCH_FINISHED])
    match = create_match("snake", "standard", "room", [worm.active_version, charlie])
    Seat.objects.filter(match=match, number=1).exclude(person=None).get()
    match.state = Match.State.FINISHED
    match.save()
    from matches.recorded.notifications import tell_finished

    tell_finished(Match, match)
    ((_, event),) = events()
    seat = event["data"]["seats"][1]
    assert (seat["person"], seat["bot"]) == ("charlie", None)


def test_nothing_is_sent_while_it_is_hidden(worm, charlie, alice, monkeypatch):
    from matches.recorded.notifications import tell_finished

    webhooks.create(alice, URL, [Kind.MATCH_FINISHED])
    match = create_match("snake", "standard", "room", [worm.active_version, charlie])
    monkeypatch.setattr(Match, "is_hidden", property(lambda self: True))
    tell_finished(Match, match)
    assert events() == []


def test_what_cannot_be_told_leaves_the_match_waiting(worm, viper, monkeypatch):
    """It is one transaction: no result without its notices."""

    def fails(*given, **more):
        raise RuntimeError("no")

    match = create_match("snake", "standard", "event", [worm.active_version, viper.active_version])
    monkeypatch.setattr("matches.recorded.notifications.tell", fails)
    with pytest.raises(RuntimeError):
        finish(match, [1, 2])
    match.refresh_from_db()
    assert match.state == "running"
    assert told() == {}
