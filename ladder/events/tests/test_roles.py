"""Roles in an event: every act by every role, at the services that do it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.models import Scope, User
from accounts.signing.tokens import scopes_for
from audit.models import AuditEntry
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.events import people
from ladder.events.entrants import entering
from ladder.events.mending.rulings import Disqualify, Void
from ladder.events.models import Event, EventMember, Stage
from ladder.events.permissions import may, may_create, role_in
from ladder.events.planning import acts
from ladder.events.planning.rescheduling import Schedule, reschedule
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.events.roles import ALLOWED, EventAct, EventRole
from ladder.events.running import pausing
from ladder.events.tests import steps
from ladder.events.tests.conftest import kept
from ladder.tests.play import finish
from matches.models import Match
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(olga):
    return olga


@pytest.fixture(scope="module")
def kept_crew(kept_db):
    """The ids of a person for each role, by the role, and of one without (None)."""
    names = {role: role.value if role else "stranger" for role in (*EventRole, None)}
    return {role: User.objects.create_user(f"the-{name}").pk for role, name in names.items()}


@pytest.fixture
def crew(kept_crew, db):
    """A person for each role, by the role, and one without (None)."""
    return {role: User.objects.get(pk=pk) for role, pk in kept_crew.items()}


def with_crew(event: Event, crew: dict[EventRole | None, User]) -> Event:
    for role, person in crew.items():
        if role is not None:
            EventMember.objects.create(event=event, person=person, role=role)
    return event


@pytest.fixture(scope="module")
def kept_event(kept_cast, kept_crew, eight):
    """The id of an event that has begun, with a person in each role."""
    first = steps.stage("first", Kind.ROUND_ROBIN)
    later = steps.stage("later", Kind.SINGLE, Feed("first"), begins=600)
    event = steps.begin(kept_cast.olga, kept(eight)[:3], first, later)
    crew = {role: User.objects.get(pk=pk) for role, pk in kept_crew.items()}
    return with_crew(event, crew).pk


@pytest.fixture
def running(kept_event, staff, bots):
    return Event.objects.get(pk=kept_event)


def _draft(event: Event) -> acts.Draft:
    return acts.Draft(name=f"{event.name}!", plan=event.planned)


def _void(event: Event, by: User) -> None:
    match = steps.waiting(event)[0]
    finish(match, [1, 2])
    Void(match).do(by, "a crash")


def _reschedule(event: Event, by: User) -> None:
    stage = event.stages.get(key="later")
    reschedule(stage, by, Schedule(stage.ruleset, None, None, 0))


OF_RUNNING: dict[str, tuple[EventAct, Callable[[Event, User], object]]] = {
    "pause": (EventAct.RUN, lambda event, by: pausing.pause(event, by, "lunch")),
    "pause a stage": (
        EventAct.RUN,
        lambda event, by: pausing.pause_stage(event.stages.get(key="first"), by, "lunch"),
    ),
    "reschedule": (EventAct.RUN, _reschedule),
    "void": (EventAct.JUDGE, _void),
    "disqualify": (
        EventAct.JUDGE,
        lambda event, by: Disqualify(event.entries.all()[0]).do(by, "a copy"),
    ),
    "reveal": (
        EventAct.REVEAL,
        lambda event, by: acts.reveal(event.stages.get(key="first"), by, Reveal.HIDDEN),
    ),
    "abort": (EventAct.ABORT, lambda event, by: acts.abort(event, by, "no power")),
    "give a role": (
        EventAct.ROLES,
        lambda event, by: people.give(event, by, "the-stranger", EventRole.JUDGE),
    ),
}


@pytest.mark.parametrize("role", [*EventRole, None])
@pytest.mark.parametrize("name", OF_RUNNING)
def test_acts_on_a_running_event(running, crew, name, role):
    act, do = OF_RUNNING[name]
    if role in ALLOWED[act]:
        do(running, crew[role])
        entry = AuditEntry.objects.order_by("-number")[0]
        assert entry.role == EventRole(role).label
        assert entry.actor_words == f"the-{role.value} ({EventRole(role).label})"
    else:
        before = AuditEntry.objects.count()
        with pytest.raises(PermissionDenied):
            do(running, crew[role])
        assert AuditEntry.objects.count() == before


OF_DRAFT: dict[str, tuple[EventAct, Callable[[Event, User], object]]] = {
    "change": (EventAct.PLAN, lambda event, by: acts.change(event, by, _draft(event))),
    "publish": (EventAct.PLAN, acts.publish),
    "discard": (EventAct.ABORT, acts.discard),
}


@pytest.mark.parametrize("role", [*EventRole, None])
@pytest.mark.parametrize("name", OF_DRAFT)
def test_acts_on_a_draft(staff, crew, name, role):
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    event = with_crew(acts.create(staff, acts.Draft("Cup", plan)), crew)
    act, do = OF_DRAFT[name]
    if role in ALLOWED[act]:
        do(event, crew[role])
    else:
        with pytest.raises(PermissionDenied):
            do(event, crew[role])


@pytest.mark.parametrize("role", [*EventRole, None])
def test_start_and_drafts_are_for_the_people_of_the_event(staff, crew, bots, role):
    event = with_crew(steps.open_event(staff, steps.stage("only", Kind.ROUND_ROBIN)), crew)
    for bot in bots[:2]:
        entering.enter(event, bot, bot.owner)
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert visible_events(crew[role]).filter(pk=event.pk).exists() is (role is not None)
    Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN)
    if role in ALLOWED[EventAct.RUN]:
        acts.start(event, crew[role])
    else:
        with pytest.raises(PermissionDenied):
            acts.start(event, crew[role])


@pytest.mark.parametrize("role", [*EventRole, None])
def test_what_is_kept_back_is_shown_to_every_role_and_to_no_stranger(running, crew, staff, role):
    stage = running.stages.get(key="first")
    acts.reveal(stage, staff, Reveal.HIDDEN)
    match = steps.waiting(running)[0]
    viewer = EventViewer(Event.objects.get(pk=running.pk), crew[role])
    assert viewer.results(Stage.objects.get(pk=stage.pk)) is (role is not None)
    shown = Match.objects.visible_to(crew[role]).filter(pk=match.pk).exists()
    assert shown is (role is not None)


def test_a_role_in_one_event_is_none_in_another(running, staff, crew):
    other = steps.open_event(staff, steps.stage("only", Kind.ROUND_ROBIN))
    assert role_in(other, crew[EventRole.OWNER]) is None
    with pytest.raises(PermissionDenied, match="Only the people who run this event"):
        pausing.pause(other, crew[EventRole.OWNER], "mine")
    with pytest.raises(PermissionDenied, match="Your role in this event"):
        pausing.pause(running, crew[EventRole.OBSERVER], "mine")


def test_a_closed_account_has_no_role(running, crew):
    person = crew[EventRole.OWNER]
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert not may(User.objects.get(pk=person.pk), running, EventAct.SEE)


def test_a_creator_owns_the_event_and_others_cannot_create(staff, crew):
    person, draft = crew[None], acts.Draft("Cup", EventPlan())
    with pytest.raises(PermissionDenied, match="Ask an organizer of the site"):
        acts.create(person, draft)
    people.let_create(staff, "The-Stranger")
    person = User.objects.get(pk=person.pk)
    assert may_create(person)
    assert list(people.creators()) == [person]
    event = acts.create(person, draft)
    assert role_in(event, person) is EventRole.OWNER
    people.stop_creating(staff, person)
    assert not may_create(User.objects.get(pk=person.pk))
    with pytest.raises(ValidationError):
        people.stop_creating(staff, person)
    with pytest.raises(PermissionDenied):
        people.let_create(person, "the-judge")


def test_roles_are_given_changed_and_taken(running, staff, crew):
    owner, judge = crew[EventRole.OWNER], crew[EventRole.JUDGE]
    people.give(running, owner, " THE-JUDGE ", EventRole.ANNOUNCER)
    assert role_in(running, judge) is EventRole.ANNOUNCER
    told = Notice.objects.get(user=judge)
    assert told.text == f"You are announcer of {running} now."
    with pytest.raises(ValidationError, match="already"):
        people.give(running, owner, "the-judge", EventRole.ANNOUNCER)
    with pytest.raises(ValidationError, match="nobody named"):
        people.give(running, owner, "nobody-at-all", EventRole.JUDGE)
    with pytest.raises(ValidationError, match="“king” is not a role"):
        people.give(running, owner, "the-judge", "king")
    people.take(running, owner, judge)
    assert role_in(running, judge) is None
    lost = Notice.objects.filter(user=judge).latest("pk")
    assert lost.text == f"You are no longer announcer of {running}."
    assert lost.path == running.get_absolute_url()
    people.take(running, crew[EventRole.OBSERVER], crew[EventRole.OBSERVER])
    assert role_in(running, crew[EventRole.OBSERVER]) is None
    assert not Notice.objects.filter(user=crew[EventRole.OBSERVER]).exists()
    with pytest.raises(PermissionDenied):
        people.take(running, crew[EventRole.ANNOUNCER], owner)


def test_an_event_keeps_an_owner(running, staff, crew):
    owner = crew[EventRole.OWNER]
    running.members.filter(person=staff).delete()
    with pytest.raises(ValidationError, match="the only owner"):
        people.take(running, owner, owner)
    with pytest.raises(ValidationError, match="the only owner"):
        people.give(running, staff, owner.username, EventRole.JUDGE)
    people.give(running, staff, "the-organizer", EventRole.OWNER)
    people.take(running, owner, owner)
    assert role_in(running, owner) is None


def test_the_audit_trail_names_organizers_of_the_site(running, staff):
    running.members.filter(person=staff).delete()
    pausing.pause(running, staff, "lunch")
    assert AuditEntry.objects.order_by("-number")[0].role == "organizer of the site"


def test_a_program_has_the_role_only_with_the_scope_organize(running, crew):
    owner = crew[EventRole.OWNER]
    assert Scope.ORGANIZE in scopes_for(owner)
    assert Scope.ORGANIZE not in scopes_for(crew[None])
    program = owner.without_organizing()
    assert role_in(running, program) is None
    assert not visible_events(program).filter(state=Event.State.DRAFT).exists()
    with pytest.raises(PermissionDenied):
        pausing.pause(running, program, "lunch")
    Match.objects.update(audience="hidden")
    assert not Match.objects.visible_to(program).exists()
    assert Match.objects.visible_to(owner).exists()
