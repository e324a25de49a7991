"""An event in each state, with stages of every format, beside those of `pages.tests.walking`."""

from __future__ import annotations

import io
from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from accounts.models import User
from bots.models import Bot
from controls.reservations import Wanted
from exports.models import Export
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal, StagePlan
from ladder.events.entrants import dropping, entering, invitations, seeding, waiting
from ladder.events.entrants.terms import rules
from ladder.events.kinds.audience import show_matches
from ladder.events.mending import incidents, retaking, taking_back
from ladder.events.mending.decisions import Decide
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Encounter, Event, EventMember, Promise, SimilarPair
from ladder.events.planning import acts, promises
from ladder.events.planning.acts import Draft
from ladder.events.roles import EventRole
from ladder.events.running import pausing, reserving, upload_freezes
from ladder.events.showing import ceremony, projecting, talk
from ladder.events.tests import steps
from ladder.events.tests.series_steps import begun, win
from ladder.events.tests.steps import stage
from matches.models import Match
from matches.recorded import voiding

WHY = "The clock of a worker was wrong."
DAY = 24 * 60


_LEAGUE_AND_CUP = (
    stage("league", Kind.ROUND_ROBIN, options={"games": 1}),
    stage("cup", Kind.SINGLE, Feed("league", 2)),
)


def formats() -> list[StagePlan]:
    """A stage of every kind, and one that two bots of another one play later."""
    one = {"games": 1}
    met = (Kind.ROUND_ROBIN, Kind.SWISS, Kind.SINGLE, Kind.DOUBLE, Kind.HILL)
    found = [stage(kind.value, kind, options=one) for kind in met]
    found += [
        stage("schedule", Kind.SCHEDULE, options={"games": 1, "matchday": DAY}),
        stage("ladder", Kind.LADDER, options={"new_season": True, "points": True}, ends=60),
        stage("series", Kind.SERIES, game="xghj", ruleset="duel"),
        stage("final", Kind.SINGLE, Feed("round-robin", 2), begins=7 * DAY, freeze=60),
    ]
    assert {each.kind for each in found} == set(Kind), "a kind of stage is missing"
    return found


def make(olga: User, bots: list[Bot], late: Bot | None) -> None:
    """The events, of which ``late`` waits for a place, or without it only those that run.  The
    first bot is that of a team."""
    _running(steps.begin(olga, bots, *formats(), name="Running"), olga)
    countries = [bot for bot in bots if bot.game == "xghj"]
    win(begun(olga, countries[:2], game="xghj", ruleset="duel", winners=1), 0)
    if late is not None:
        _make_others(olga, bots, late)


def _make_others(olga: User, bots: list[Bot], late: Bot) -> None:
    acts.create(olga, Draft(name="Empty", plan=EventPlan()))
    draft = acts.create(olga, Draft(name="Draft", plan=EventPlan(tuple(formats()))))
    published = _published(olga, bots, late)
    steps.begin(olga, bots, *formats(), name="Fresh")
    _over(steps.begin(olga, bots, *formats(), name="Over"))
    snakes = [bot for bot in bots if bot.game == "snake"]
    _paused(steps.begin(olga, snakes, *_LEAGUE_AND_CUP, name="Paused"), olga)
    _taken_back(steps.begin(olga, snakes, *_LEAGUE_AND_CUP, name="Taken back"), olga)
    aborted = steps.begin(olga, snakes, *_LEAGUE_AND_CUP, name="Aborted")
    steps.play_all(aborted, most=2)
    acts.abort(aborted, olga, WHY)
    for promise in Promise.objects.all()[:2]:
        promises.keep(promise.pk)
    promises.preview(draft)
    promises.keep(promises.preview(published).row.pk)


def _published(olga: User, bots: list[Bot], late: Bot) -> Event:
    """With all that rules of entry have: a waiting list, a check-in, invitations, seeds."""
    now = timezone.now()
    event = steps.open_event(
        olga,
        *formats(),
        name="Published",
        about="**Bring** your bot.",
        starts=now + timedelta(minutes=30),
        most_entries=3,
        freeze_uploads="people",
        freeze_from=now + timedelta(minutes=20),
        compares_sources=True,
    )
    draft = rules.RulesDraft(waiting_list=True, check_in_opens=60, check_in_closes=5, per_team=2)
    rules.change(event, olga, draft)
    for bot in bots[:3]:
        entering.enter(event, bot, bot.owner)
    waiting.join(event, late, late.owner)
    seeding.by_rating(event, olga)
    invitations.invite(event, olga, "charlie")
    invitations.make_code(event, olga, invitations.Terms("For a guest"))
    invitations.invite_teams(event, olga, invitations.Terms("For a team", most_uses=3))
    upload_freezes.exempt(event, olga, "charlie", WHY)
    wanted = Wanted(now + timedelta(minutes=30), now + timedelta(hours=3), workers=2)
    reserving.reserve(event, olga, wanted, WHY)
    left, right, *_ = event.entries.order_by("pk")
    assert left.bot.active_version
    assert right.bot.active_version
    SimilarPair.objects.create(
        event=event, left=left, right=right, left_version=left.bot.active_version,
        right_version=right.bot.active_version, left_share=1 / 3, right_share=2 / 3,
        matches=[["main.py", 1, 20, "other.py", 3, 22]],
    )  # fmt: skip
    return event


def _running(event: Event, olga: User) -> None:
    """Half played: a bot withdrew, one is disqualified, a match is void, an encounter decided."""
    steps.play_all(event, most=16)
    played = Match.objects.filter(event_game__encounter__stage__event=event, state="finished")
    voiding.void(played.order_by("pk").first(), olga, WHY)  # type: ignore[arg-type]
    row = Encounter.objects.filter(stage__event=event, stage__key="schedule", games=None)
    for found in row.order_by("pk")[:1]:
        Decide(found, found.entrants[0]).do(olga, WHY)
    _mend(event, olga)
    third, fourth = event.entries.filter(bot__game="snake").order_by("pk")[2:4]
    dropping.withdraw(third, third.bot.owner, "It crashes.")
    Disqualify(fourth).do(olga, WHY)
    _talk(event, olga)
    picture = io.BytesIO()
    Image.new("RGB", (64, 32)).save(picture, "PNG")
    logo = SimpleUploadedFile("logo.png", picture.getvalue())
    projecting.add_sponsor(event, olga, "A sponsor", logo)
    season = event.stages.get(key="ladder")
    steps.play_season(season, most=8)


def _mend(event: Event, olga: User) -> None:
    """An incident: all matches of the worker are played again."""
    choice = incidents.Choice(worker="test")
    incidents.PlayAgain(event, choice, 5).do(olga, WHY)
    steps.play_all(event, most=9)


def _talk(event: Event, olga: User) -> None:
    talk.announce(event, olga, talk.Message("Lunch", "Until **one**.", projector=30))
    talk.withdraw(talk.announce(event, olga, talk.Message("Wrong")), olga, WHY)
    asker = User.objects.get(username="charlie")
    talk.ask(event, asker, "When is lunch?")
    talk.answer(talk.ask(event, asker, "Where is it?"), olga, talk.Answer("Here.", to_all=True))
    talk.add_frequent(event, olga, "How long is it?", "An hour.")


def _paused(event: Event, olga: User) -> None:
    """One of its matches could not be played, so its stage is in trouble."""
    steps.play_all(event, most=2)
    lost, aborted = steps.waiting(event)[:2]
    Match.objects.filter(pk=lost.pk).update(state="failed", failure="The disk was full.")
    Match.objects.filter(pk=aborted.pk).update(state="aborted", failure="Cancelled.")
    steps.go_on(event)
    pausing.pause_stage(event.stages.get(key="league"), olga, WHY)
    pausing.pause(event, olga, WHY)


def _over(event: Event) -> None:
    """Every stage is over: the times of match days, of the season and of the final came."""
    for _ in range(5):
        steps.play_all(event)
        days = event.stages.filter(key="schedule", state="running")
        days.update(started=timezone.now() - timedelta(days=30))
    steps.end_season(event.stages.get(key="ladder"))
    event.stages.filter(key="final").update(begins=timezone.now())
    steps.play_all(event)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED, list(event.stages.values_list("key", "state"))
    done = {"state": Export.State.DONE, "open": None, "size": 2**20, "ended": timezone.now()}
    row = Export.objects.create(event=event, public=True, **done)
    row.file.save("over.zip", ContentFile(b"PK\x05\x06" + b"\0" * 18))


def _taken_back(event: Event, olga: User) -> None:
    """The league is played again, and the cup after it waits."""
    steps.play_all(event)
    row = event.stages.get(key="league")
    retaking.TakeBack(row, taking_back.Mode.REPLAY).do(olga, WHY)
    steps.play_all(event, most=2)


def hide(olga: User) -> None:
    """Hide all results of the event that is over; the ceremony of one stage is on, rounds of
    another are shown, and those of a third open later."""
    event = Event.objects.get(slug="over")
    event.stages.update(reveal=Reveal.HIDDEN.value)
    show_matches(event)
    stages = {stage.key: stage for stage in event.stages.all()}
    ceremony.show_rounds(stages["swiss"], olga, 1)
    ceremony.begin(stages["single-elimination"], olga)
    begun = event.stages.get(key="single-elimination")
    ceremony.step(begun, olga, begun.places_shown or 0)
    later = timezone.now() + timedelta(hours=1)
    ceremony.set_time(stages["double-elimination"], olga, later)


def give_roles() -> list[User]:
    """A person in each role, the same in every event, without any other right."""
    people = [User.objects.create_user(f"the-{role.value}") for role in EventRole]
    EventMember.objects.bulk_create(
        EventMember(event=event, person=person, role=role)
        for event in Event.objects.all()
        for person, role in zip(people, EventRole, strict=True)
    )
    return people
