"""Circuits: which events count, whose points they are, and who may change them."""

from __future__ import annotations

from collections import Counter

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError

from accounts.deletion import delete
from accounts.members.teams import create_team
from accounts.models import User
from audit.models import AuditEntry
from bots.models import Bot
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.events import people
from ladder.events.circuits import legs, services
from ladder.events.circuits import people as circuit_people
from ladder.events.circuits.permissions import role_in, visible_circuits
from ladder.events.circuits.services import CircuitDraft
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Circuit, CircuitRole, Event
from ladder.events.planning import acts, copying
from ladder.events.reading.circuits import LegState, as_json, as_rows, table_of
from ladder.events.tests import steps
from ladder.events.tests.conftest import kept
from notices.models import Notice
from notices.tests.steps import mails

pytestmark = pytest.mark.django_db
DRAFT = CircuitDraft("Monthly cups", points=(10, 6, 4))
LEAGUE = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})


def backwards(names: list[str]) -> list[int]:
    """The bot of the greatest number wins."""
    return [len(names) + 1 - rank for rank in steps.by_number(names)]


def played(by: User, bots: list[Bot], name: str, judge=steps.by_number, **more: object) -> Event:
    event = steps.begin(by, bots, steps.stage("league", Kind.ROUND_ROBIN, **more))
    steps.play_all(event, judge)
    Event.objects.filter(pk=event.pk).update(name=name)
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    return event


def shown(circuit: Circuit) -> list[tuple[int, str, int]]:
    circuit.refresh_from_db()
    return [(row.line.place, str(row.subject), row.line.points) for row in table_of(circuit).rows]


@pytest.fixture(scope="module")
def kept_cups(kept_db, eight) -> list[int]:
    """The ids of two events of olga's that b0 and b2 won, between b0, b1 and b2."""
    by = User.objects.create_user("olga", "olga@example.org", is_staff=True, is_superuser=True)
    bots = kept(eight)[:3]
    return [played(by, bots, "May").pk, played(by, bots, "June", backwards).pk]


@pytest.fixture
def cups(kept_cups, olga, bots) -> tuple[Circuit, list[Event]]:
    """A public circuit of these two events."""
    circuit = services.create(olga, DRAFT)
    services.set_state(circuit, olga, "running")
    events = [Event.objects.get(pk=pk) for pk in kept_cups]
    for event in events:
        legs.add(circuit, olga, event)
    circuit.refresh_from_db()
    return circuit, events


def test_events_that_everybody_sees_count_and_the_tables_agree_with_a_sum(cups, olga, bots):
    circuit, (may, june) = cups
    found = table_of(circuit)
    assert [column.state for column in found.columns] == [LegState.COUNTED] * 2
    worth = {1: 10, 2: 6, 3: 4}
    sums: Counter[str] = Counter()
    for event in (may, june):
        for row in event.stages.get().entries.select_related("entry__bot__owner"):
            sums[row.entry.bot.owner.username] += worth[row.place or 0]
    assert {name: points for _, name, points in shown(circuit)} == dict(sums)
    # 14 points each: one first and one third place; b2 was first in the newest event.
    assert shown(circuit) == [(1, "author-2", 14), (2, "author-0", 14), (3, "author-1", 12)]
    assert [row.tie for row in found.rows] == ["", "better place in a newer event", ""]
    services.change(circuit, olga, CircuitDraft("Cups", points=(10, 6, 4), best=1, rows="bots"))
    assert shown(circuit) == [
        (1, "author-2/b2", 10), (2, "author-0/b0", 10), (3, "author-1/b1", 6),
    ]  # fmt: skip
    legs.weigh(circuit.legs.get(event=may), olga, 3)
    assert shown(circuit)[0] == (1, "author-0/b0", 30)
    legs.move(circuit.legs.get(event=june), olga, up=True)
    assert [column.event for column in table_of(circuit).columns] == [june, may]
    rows = as_rows(table_of(circuit))
    assert rows[0][:4] == ["place", "owner", "bot", "points"]
    assert rows[1] == [1, "author-0", "b0", 30, 3, 4, "no", 1, 30, "yes"]
    line = as_json(table_of(circuit))["lines"][0]
    assert (line["owner"], line["bot"], line["points"]) == ("author-0", "b0", 30)
    assert isinstance(line["results"], list)
    assert line["results"][0] == {
        "event": june.slug, "place": 3, "points": 4, "disqualified": False, "counts": False,
    }  # fmt: skip


def test_results_that_are_kept_back_are_in_no_table_for_anybody(cups, olga):
    circuit, (_, june) = cups
    acts.reveal(june.stages.get(), olga, Reveal.HIDDEN)
    found = table_of(circuit)
    assert [column.state for column in found.columns] == [LegState.COUNTED, LegState.KEPT_BACK]
    assert [row.line.points for row in found.rows] == [10, 6, 4]
    acts.reveal(june.stages.get(), olga, Reveal.PARTICIPANTS)
    assert table_of(circuit).columns[1].state is LegState.KEPT_BACK
    acts.reveal(june.stages.get(), olga, Reveal.PUBLIC)
    assert table_of(circuit).counted == 2


def test_people_teams_house_bots_and_bots_that_left(cups, olga, bots, alice):
    circuit, (_, june) = cups
    Disqualify(june.entries.get(bot__name="b2")).do(olga, "A stolen program.")
    june.refresh_from_db()
    found = {str(row.subject): row.line for row in table_of(circuit).rows}
    assert found["author-2"].points == 4
    assert found["author-2"].scores[1] is not None
    assert found["author-2"].scores[1].disqualified
    # b1 and b0 have moved up.
    assert [found[f"author-{n}"].points for n in (0, 1)] == [10 + 6, 6 + 10]
    team = create_team(alice, "gardeners")
    Bot.objects.filter(pk__in=[bots[0].pk, bots[2].pk]).update(team=team)
    rows = {name: points for _, name, points in shown(circuit)}
    assert rows == {"gardeners": 10 + 6, "author-1": 6 + 10}
    assert as_json(table_of(circuit))["lines"][0].keys() >= {"place", "points", "results"}
    Bot.objects.filter(pk=bots[1].pk).update(is_house=True)
    assert {name for _, name, _ in shown(circuit)} == {"gardeners"}


def test_a_circuit_of_one_game_takes_the_final_stage_that_was_chosen(olga, bots):
    first = steps.stage("a", Kind.ROUND_ROBIN, options={"games": 1})
    event = steps.begin(
        olga, bots[:4], first,
        steps.stage("top", Kind.SINGLE, Feed("a", 2)),
        steps.stage("low", Kind.SINGLE, Feed("a", 2, first=3)),
    )  # fmt: skip
    steps.play_all(event)
    circuit = services.create(olga, CircuitDraft("Cup", game="snake"))
    leg = legs.add(circuit, olga, event)
    assert shown(circuit)[0][1] == "author-0"
    legs.weigh(leg, olga, 1, "low")
    assert shown(circuit)[0][1] == "author-2"
    with pytest.raises(ValidationError, match="no such final stage"):
        legs.weigh(leg, olga, 1, "a")
    with pytest.raises(ValidationError, match="no final stage of Generals"):
        services.change(circuit, olga, CircuitDraft("Cup", game="generals"))


def test_only_people_of_both_add_an_event_and_others_change_nothing(cups, olga, alice, bob, bots):
    circuit, _ = cups
    with pytest.raises(PermissionDenied, match="right to create"):
        services.create(alice, DRAFT)
    other = steps.open_event(olga, LEAGUE)
    for act in (
        lambda: legs.add(circuit, alice, other),
        lambda: services.change(circuit, alice, DRAFT),
        lambda: services.set_state(circuit, alice, "finished"),
        lambda: circuit_people.give(circuit, alice, "bob", "owner"),
        lambda: legs.move(circuit.legs.all()[0], alice, up=True),
        lambda: legs.weigh(circuit.legs.all()[0], alice, 2),
        lambda: legs.remove(circuit.legs.all()[0], alice),
    ):
        with pytest.raises(PermissionDenied):
            act()
    circuit_people.give(circuit, olga, "alice", "organizer")
    with pytest.raises(PermissionDenied, match="owner or co-organizer of the event"):
        legs.add(circuit, alice, other)
    people.give(other, olga, "alice", "judge")
    with pytest.raises(PermissionDenied, match="owner or co-organizer of the event"):
        legs.add(circuit, alice, other)
    people.give(other, olga, "alice", "organizer")
    leg = legs.add(circuit, alice, other)
    assert table_of(circuit).columns[2].state is LegState.PLANNED
    with pytest.raises(ValidationError, match="already"):
        legs.add(circuit, alice, other)
    with pytest.raises(PermissionDenied, match="Only an owner"):
        services.set_state(circuit, alice, "finished")
    with pytest.raises(PermissionDenied, match="Only an owner"):
        circuit_people.give(circuit, alice, "bob", "organizer")
    with pytest.raises(ValidationError, match="Not all events"):
        services.set_state(circuit, olga, "finished")
    legs.remove(leg, alice)
    acts = AuditEntry.objects.filter(target_type="events.circuit", target_id=str(circuit.pk))
    assert acts.get(act__contains=f"({other.slug}) added").role == "co-organizer"


def test_a_finished_circuit_stays_as_it_is_and_keeps_an_owner(cups, olga, alice):
    circuit, _ = cups
    other = steps.open_event(olga, LEAGUE)
    services.set_state(circuit, olga, "finished")
    with pytest.raises(ValidationError, match="finished"):
        legs.add(circuit, olga, other)
    with pytest.raises(ValidationError, match="only owner"):
        circuit_people.take(circuit, olga, circuit.members.get(role="owner").person)
    circuit_people.give(circuit, olga, "alice", "organizer")
    delete(alice, rename=True)
    assert not circuit.members.filter(person=alice.pk).exists()


def test_a_person_is_notified_of_a_role_in_a_circuit(olga, alice):
    circuit = services.create(olga, DRAFT)
    circuit_people.give(circuit, olga, "alice", "organizer")
    notice = Notice.objects.get(user=alice)
    assert notice.text == "You are co-organizer of Monthly cups now."
    assert notice.path == f"/events/circuits/{circuit.slug}/edit/"
    assert mails()[-1].subject == "[Arbiter] Monthly cups: you are co-organizer"
    with pytest.raises(ValidationError, match="already"):
        circuit_people.give(circuit, olga, "alice", "organizer")
    circuit_people.give(circuit, olga, "alice", "owner")
    assert Notice.objects.filter(user=alice).count() == 2
    circuit_people.take(circuit, alice, alice)
    acts = AuditEntry.objects.order_by("number").values_list("act", flat=True)
    assert list(acts)[-3:] == [
        "made alice co-organizer",
        "made alice owner, before co-organizer",
        "gave up the role",
    ]


def test_drafts_and_events_that_are_drafts_are_hidden(olga, alice, bots):
    circuit = services.create(olga, DRAFT)
    assert role_in(circuit, alice) is None
    assert role_in(circuit, olga) is CircuitRole.OWNER
    hidden = acts.create(olga, acts.Draft("Secret", EventPlan((LEAGUE,))))
    legs.add(circuit, olga, hidden)
    for user in (AnonymousUser(), alice):
        assert not visible_circuits(user).exists()
    services.set_state(circuit, olga, "running")
    assert visible_circuits(AnonymousUser()).get() == circuit
    assert table_of(circuit).columns == []
    with pytest.raises(ValidationError, match="Only a draft"):
        services.discard(circuit, olga)
    for field, draft in {
        "points": CircuitDraft("A", points=(1, 2)),
        "name": CircuitDraft(" "),
        "best": CircuitDraft("A", best=61),
        "game": CircuitDraft("A", game="chess"),
        "rows": CircuitDraft("A", rows="teams"),
    }.items():
        with pytest.raises(ValidationError) as refused:
            services.change(circuit, olga, draft)
        assert field in refused.value.message_dict


def test_a_copy_of_an_event_stays_in_its_circuits(cups, olga, alice):
    circuit, (may, _) = cups
    legs.weigh(circuit.legs.get(event=may), olga, 2)
    made = copying.copy(may, olga, "July", None, with_circuits=True)
    assert circuit.legs.get(event=made).factor == 2
    assert circuit.legs.get(event=made).number == 3
    alone = copying.copy(may, olga, "Alone", None)
    assert not alone.circuit_legs.exists()
    # A person who does not run the circuit copies the event alone.
    people.give(may, olga, "alice", "organizer")
    people.let_create(olga, "alice")
    author = User.objects.get(pk=alice.pk)
    assert not copying.copy(may, author, "August", None, with_circuits=True).circuit_legs.exists()
