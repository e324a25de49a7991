"""The freeze of uploads: its time, every way to another version, and exemptions."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.utils import timezone

from accounts.deletion import delete
from audit.models import AuditEntry
from bots import editing, services
from bots.models import Bot, BotVersion
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.entrants import entering
from ladder.events.models import Event, EventMember, FreezeExemption
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.planning.rescheduling import reschedule, schedule_of
from ladder.events.reading.calendar import agenda, appointments_between
from ladder.events.running import upload_freezes
from ladder.events.running.upload_freezes import freeze_of, in_words
from ladder.events.tests.steps import begin, open_event, stage
from ladder.tests.play import add_version, make_bot
from notices.models import Notice
from sandbox.uploads.archives import read_files, to_zip

pytestmark = pytest.mark.django_db
SOURCE = b"print('hello')\n"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LEAGUE = stage("league", Kind.ROUND_ROBIN, begins=60)
CUP = stage("cup", Kind.SINGLE, Feed("league", 2), begins=120)


@pytest.fixture
def worm(alice, team, redis_client) -> Bot:
    """Alice's bot, shared with bob; version 1 plays, version 2 is ready, version 3 failed."""
    bot = make_bot(alice, "worm", team)
    for version in (add_version(bot, active=False), add_version(bot, state="failed", active=False)):
        files = to_zip(read_files({"main.py": SOURCE}, "python"))
        version.source.save("source.zip", ContentFile(files), save=True)
    return bot


@pytest.fixture
def event(olga, worm, alice) -> Event:
    """Alice's bot has entered; uploads are frozen until an hour from now."""
    until = timezone.now() + HOUR
    made = open_event(
        olga,
        LEAGUE,
        time_zone="Europe/Warsaw",
        freeze_uploads="entered",
        freeze_from=timezone.now() + timedelta(minutes=1),
        freeze_until=until,
    )
    entering.enter(made, worm, alice)
    Event.objects.update(freeze_from=timezone.now() - HOUR)
    made.refresh_from_db()
    return made


def upload(bot, by):
    return services.upload_version(bot, by, "main.py", io.BytesIO(SOURCE))


def in_page(bot, by):
    return editing.save(bot.versions.get(number=2), by, {"main.py": "print(2)\n"})


def written(bot, by):
    return services.upload_files(bot, by, {"main.py": SOURCE}, "python")


def again(bot, by):
    return services.rebuild(bot.versions.get(number=3), by)


def older(bot, by):
    return services.activate(bot.versions.get(number=2), by)


WAYS = (upload, in_page, written, again, older)


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_another_version_is_closed_for_all_members_of_the_team(
    way, event, worm, alice, bob, olga
):
    found = freeze_of(event)
    assert found is not None
    for person in (alice, bob):
        with pytest.raises(ValidationError) as refused:
            way(worm, person)
        (words,) = refused.value.messages
        assert f"frozen {found.until} by the event Open" in words
        assert "(Europe/Warsaw)" in words
        assert "ask an organizer of the event for an exemption" in words
    assert worm.versions.count() == 3
    upload_freezes.exempt(event, olga, "bob", "the disk broke")
    way(worm, bob)
    with pytest.raises(ValidationError, match="frozen"):
        upload(worm, alice)
    exempt = FreezeExemption.objects.get()
    upload_freezes.end_exemption(exempt, olga)
    with pytest.raises(ValidationError, match="frozen"):
        upload(worm, bob)


def test_the_freeze_holds_from_its_first_moment_to_before_its_last(event, worm, alice):
    found = freeze_of(event)
    assert found is not None
    first, last, least = found.begins, found.ends, timedelta(microseconds=1)
    assert first is not None
    assert last is not None
    held = [found.holds_at(when) for when in (first - least, first, last - least, last)]
    assert held == [False, True, True, False]
    Event.objects.update(freeze_until=timezone.now())
    assert upload(worm, alice).number == 4
    Event.objects.update(freeze_until=None)
    with pytest.raises(ValidationError, match="until the event is over by the event Open"):
        upload(worm, alice)
    for state in ("draft", "finished", "aborted"):
        Event.objects.update(state=state)
        upload(worm, alice)


def test_other_bots_are_frozen_only_where_the_plan_says_so(event, worm, alice, bob, charlie, olga):
    other, viper = make_bot(alice, "other"), make_bot(charlie, "viper")
    of_bob = make_bot(bob, "mamba")
    for bot in (other, viper, of_bob):
        upload(bot, bot.owner)
    Event.objects.update(freeze_uploads="people")
    for bot in (other, of_bob):
        with pytest.raises(ValidationError, match=f"people of {bot} take part in"):
            upload(bot, bot.owner)
        services.activate(add_version(bot, active=False), bot.owner)  # no upload
    with pytest.raises(ValidationError, match="take part in"):
        editing.create(alice, "snake", "new", {"main.py": "print(1)\n"}, language="python")
    assert not Bot.objects.filter(name="new").exists()
    upload(viper, charlie)
    generals = services.create_bot(alice, "generals", "marshal")
    upload(generals, alice)
    entering.leave(event.entries.get(), alice)
    upload(other, alice)
    upload(worm, alice)


def test_versions_of_before_go_live_and_house_bots_are_free(event, worm, olga):
    late = add_version(worm, state="proving", active=False)
    services.proved(late)
    worm.refresh_from_db()
    assert worm.active_version == late
    house = make_bot(olga, "house")
    entering.enter(event, house, olga)
    with pytest.raises(ValidationError, match="frozen"):
        upload(house, olga)
    Bot.objects.filter(pk=house.pk).update(is_house=True)
    house.refresh_from_db()
    upload(house, olga)


def test_an_organizer_of_the_site_may_repeat_a_build_that_the_platform_lost(event, worm, olga):
    services.rebuild(worm.versions.get(number=3), olga, "the worker vanished")
    assert worm.versions.get(number=3).state == BotVersion.State.WAITING


def test_exemptions_have_a_role_a_reason_and_a_trace(event, alice, bob, charlie, olga):
    EventMember.objects.create(event=event, person=charlie, role="judge")
    with pytest.raises(PermissionDenied):
        upload_freezes.exempt(event, charlie, "alice", "because")
    with pytest.raises(ValidationError, match="Say why"):
        upload_freezes.exempt(event, olga, "alice", " ")
    with pytest.raises(ValidationError, match="nobody named “al”"):
        upload_freezes.exempt(event, olga, "al", "because")
    made = upload_freezes.exempt(event, olga, "ALICE", "the disk broke")
    entry = AuditEntry.objects.order_by("-number")[0]
    assert (entry.act, entry.reason, entry.actor) == (
        "exempted alice from the freeze of uploads", "the disk broke", olga,
    )  # fmt: skip
    assert "the disk broke" in Notice.objects.get(user=alice).text
    with pytest.raises(ValidationError, match="alice is exempt already"):
        upload_freezes.exempt(event, olga, "alice", "twice")
    with pytest.raises(PermissionDenied):
        upload_freezes.end_exemption(made, charlie)
    upload_freezes.exempt(event, olga, "bob", "the disk broke")
    delete(bob, rename=False)
    assert FreezeExemption.objects.get() == made


# The plan -----------------------------------------------------------------------------------------


START = datetime(2131, 5, 1, 16, tzinfo=UTC)


def draft(**more) -> Draft:
    given = {"starts": START, "time_zone": "Europe/Warsaw", "freeze_uploads": "entered", **more}
    return Draft("Cup", EventPlan((LEAGUE, CUP)), **given)


@pytest.mark.parametrize(
    ("more", "field", "words"),
    [
        ({"freeze_uploads": "all"}, "freeze_uploads", "Choose one of “entered”, “people”"),
        ({"freeze_uploads": "", "freeze_stage": "cup"}, "freeze_uploads", "empty the times"),
        ({"freeze_stage": "cup", "freeze_from": START}, "freeze_stage", "Empty one of the two"),
        ({"freeze_stage": "final"}, "freeze_stage", "The plan has no stage “final”."),
        ({"freeze_until": START}, "freeze_until", "must end after it begins"),
        ({"freeze_from": START, "freeze_until": START}, "freeze_until", "must end after"),
        ({"freeze_stage": "cup", "freeze_until": START + HOUR}, "freeze_until", "must end after"),
        ({"freeze_until": datetime(2011, 1, 1, tzinfo=UTC)}, "freeze_until", "has passed"),
    ],
)
def test_a_rule_that_cannot_be_kept_is_refused_beside_its_field(olga, more, field, words):
    with pytest.raises(ValidationError) as refused:
        acts.create(olga, draft(**more))
    assert words in refused.value.message_dict[field][0]


@pytest.mark.parametrize(
    ("more", "begins", "words"),
    [
        ({}, START, "From 2131-05-01 18:00 (Europe/Warsaw) until the event is over"),
        ({"entries_close": START - DAY}, START - DAY, "From 2131-04-30 18:00"),
        ({"freeze_from": START + HOUR}, START + HOUR, "From 2131-05-01 19:00"),
        ({"freeze_stage": "cup"}, START + 2 * HOUR, "From 2131-05-01 20:00"),
        ({"freeze_stage": "cup", "starts": None}, None, "From the beginning of Cup"),
        ({"starts": None}, None, "From the start of the event"),
        ({"freeze_until": START + DAY}, START, "until 2131-05-02 18:00 (Europe/Warsaw)"),
    ],
)
def test_the_beginning_follows_from_the_plan(olga, more, begins, words):
    event = acts.create(olga, draft(**more))
    found = freeze_of(event)
    assert found is not None
    assert found.begins == begins
    assert words in in_words(event)
    assert ("other bots" in in_words(event)) is False
    if begins is not None:
        acts.publish(event, olga)
        shown = appointments_between(begins, begins + timedelta(seconds=1))
        assert "the freeze of uploads begins" in [each.what for each in shown]
    keys = [each.key for each in agenda(event).appointments]
    assert ("upload-freeze-end" in keys) == ("freeze_until" in more)


def test_managers_learn_of_another_rule(event, olga, alice):
    later = timezone.now() + 2 * HOUR
    frame = {name: getattr(event, name) for name in ("name", "time_zone")}
    wanted = Draft(plan=event.planned, **frame, freeze_uploads="people", freeze_until=later)
    acts.change(event, olga, wanted)
    assert "cannot upload to other bots" in Notice.objects.filter(user=alice).latest("pk").text
    acts.change(event, olga, Draft(plan=event.planned, **frame))
    assert "no freeze of uploads any more" in Notice.objects.filter(user=alice).latest("pk").text


def test_the_freeze_is_extended_when_its_last_stage_is_moved(olga, bots):
    event = begin(
        olga, bots[:2], LEAGUE, CUP,
        freeze_uploads="entered", freeze_stage="cup", freeze_until=timezone.now() + DAY,
    )  # fmt: skip
    league, cup = (event.stages.select_related("event").get(key=key) for key in ("league", "cup"))
    until = event.freeze_until

    def moved(row, by: timedelta) -> datetime:
        schedule = schedule_of(row)
        assert schedule.begins is not None
        reschedule(row, olga, replace(schedule, begins=schedule.begins + by))
        row.refresh_from_db()
        event.refresh_from_db()
        assert event.freeze_until is not None
        return event.freeze_until

    assert moved(league, timedelta(minutes=30)) == until  # the cup still begins last
    assert moved(cup, 2 * HOUR) == until + 2 * HOUR
    assert "freeze of uploads now ends" in Notice.objects.latest("pk").text
    assert "extended the freeze of uploads" in AuditEntry.objects.order_by("-number")[0].act
    found = freeze_of(event)
    assert found is not None
    assert found.begins == cup.begins  # the beginning moved along
    assert moved(cup, -HOUR) == until + 2 * HOUR  # it never becomes shorter


def test_the_people_of_entered_bots_are_those_of_now(event, worm, bob, alice):
    bob.memberships.all().delete()
    Event.objects.update(freeze_uploads="people")
    upload(make_bot(bob, "mamba"), bob)
