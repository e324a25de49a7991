"""Similar sources of an event: found by a worker, read side by side, decided, and audited."""

from __future__ import annotations

import io
import zipfile

import pytest
from allauth.usersessions.models import UserSession
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.urls import reverse

from audit.models import AuditEntry
from games.package import bot_files
from games.registry import GAMES
from ladder.core.contest.plan import EventPlan, Kind
from ladder.events.entrants import entering
from ladder.events.models import Event, EventMember, SimilarPair, SourceComparison
from ladder.events.planning import acts
from ladder.events.roles import ALLOWED, EventAct, EventRole
from ladder.events.sources import fairness, source_tokens
from ladder.events.tests import steps
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db

PLAIN = """\
import sys

def nearest(apples, head):
    best = None
    for apple in apples:
        distance = abs(apple[0] - head[0]) + abs(apple[1] - head[1])
        if best is None or distance < best[0]:
            best = (distance, apple)
    return best

def think(board, me):
    queue, seen = [me], {me}
    while queue:
        place = queue.pop(0)
        for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            there = (place[0] + step[0], place[1] + step[1])
            if there in board and there not in seen:
                seen.add(there)
                queue.append(there)
    return len(seen)
"""
RENAMED = "# All mine.\n\n" + (
    PLAIN.replace("nearest", "closest")
    .replace("apple", "food")
    .replace("best", "top")
    .replace("queue", "todo")
    .replace("seen", "done")
)
OTHER = "\n".join(
    f"def f{n}(a, b):\n    if a {op} b:\n        return a {op2} {n}\n    assert b\n    return b"
    for n, (op, op2) in enumerate([("<", "+"), (">", "*"), ("==", "-"), ("!=", "//"), ("<=", "%")])
)


def keep_source(bot, files: dict[str, str]) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    bot.active_version.source.save("source.zip", ContentFile(data.getvalue()), save=True)


@pytest.fixture(scope="module")
def entered(kept_cast):
    """An event of three bots, of which two have a source in common."""
    people = kept_cast
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    made = acts.create(people.olga, acts.Draft("Cup", plan, compares_sources=True))
    acts.publish(made, people.olga)
    made.refresh_from_db()
    kit = GAMES["snake"].kit("python")
    assert kit is not None
    common = {path: data.decode() for path, data in bot_files(kit).items()}
    sources = {
        people.alice: {**common, "mine.py": PLAIN},
        people.bob: {**common, "other/name.py": RENAMED},
        people.charlie: {**common, "mine.py": OTHER},
    }
    for person, files in sources.items():
        bot = make_bot(person, f"of-{person}")
        keep_source(bot, files)
        entering.enter(made, bot, person)


@pytest.fixture
def event(entered, db, redis_client):
    return Event.objects.get()


def compared(event: Event, by) -> list[SimilarPair]:
    row = fairness.ask(event, by)
    fairness.run(row.pk)
    row.refresh_from_db()
    assert row.state == SourceComparison.State.DONE
    return list(event.similar_pairs.all())


def test_a_renamed_copy_is_found_and_the_kit_is_no_copy(event, olga):
    (pair,) = compared(event, olga)
    assert {pair.left.bot.name, pair.right.bot.name} == {"of-alice", "of-bob"}
    assert pair.share > 0.9
    paths = {(each[0], each[3]) for each in pair.matches}
    assert paths == {("mine.py", "other/name.py")}
    assert event.source_comparisons.get().programs == 3


def test_a_source_that_takes_a_lexer_too_long_is_left_out(event, olga, bob, monkeypatch):
    monkeypatch.setattr(source_tokens, "LONGEST_S", 1.0)
    bot = event.entries.get(bot__owner=bob).bot
    keep_source(bot, {"slow.cpp": "\n" * 30_000})  # quadratic: an hour without the bound
    assert compared(event, olga) == []
    row = event.source_comparisons.get()
    assert (row.programs, row.left_out) == (2, [str(bot)])


def test_bots_of_one_person_or_team_are_not_compared(event, olga, alice, bob, team):
    for bot in (event.entries.get(bot__owner=alice).bot, event.entries.get(bot__owner=bob).bot):
        bot.team = team
        bot.save()
    assert compared(event, olga) == []


def test_a_decision_outlasts_the_next_comparison(event, olga):
    (pair,) = compared(event, olga)
    fairness.decide(pair, olga, "copied", "the same search")
    (again,) = compared(event, olga)
    assert (again.pk, again.decision, again.reason) == (pair.pk, "copied", "the same search")
    assert AuditEntry.objects.order_by("-number")[0].act == "asked for a comparison of sources"
    assert AuditEntry.objects.filter(act__contains="decided about", reason="the same search")
    with pytest.raises(ValidationError):
        fairness.decide(pair, olga, "guilty", "no such decision")
    with pytest.raises(ValidationError):
        fairness.decide(pair, olga, "fine", " ")


def test_without_the_rule_nobody_compares(event, olga):
    Event.objects.update(compares_sources=False)
    with pytest.raises(ValidationError, match="rules of this event"):
        fairness.ask(event, olga)
    assert not SourceComparison.objects.exists()


def test_the_rule_is_added_only_before_the_first_entry(event, olga, alice):
    without = acts.Draft("Cup", event.planned)
    acts.change(event, olga, without)
    with_it = acts.Draft("Cup", event.planned, compares_sources=True)
    with pytest.raises(ValidationError, match="Bots have entered already"):
        acts.change(event, olga, with_it)
    assert not Event.objects.get(pk=event.pk).compares_sources


@pytest.mark.parametrize("role", [*EventRole, None])
def test_roles_look_as_the_table_says(client, event, olga, alice, bob, role):
    (pair,) = compared(event, olga)
    if role is not None:
        EventMember.objects.create(event=event, person=bob, role=role)
    client.force_login(bob)
    allowed = role in ALLOWED[EventAct.FAIRNESS]
    for address in (reverse("event-fairness", args=[event.slug]), pair.get_absolute_url()):
        assert client.get(address).status_code == (200 if allowed else 404)
    if not allowed:
        with pytest.raises(PermissionDenied):
            fairness.look(pair, bob)
        with pytest.raises(PermissionDenied):
            fairness.sharing_an_address(event, bob)


def test_each_look_is_audited_and_both_sources_are_shown(client, event, olga):
    (pair,) = compared(event, olga)
    client.force_login(olga)
    text = client.get(pair.get_absolute_url()).text
    assert "def nearest" in text
    assert "def closest" in text
    assert "def f1" not in text
    looks = AuditEntry.objects.filter(act__startswith="looked at the sources of")
    assert looks.count() == 1
    answer = client.post(pair.get_absolute_url(), {"decision": "copied", "reason": ""})
    assert answer.status_code == 422
    client.post(pair.get_absolute_url(), {"decision": "copied", "reason": "renamed"})
    page = client.get(reverse("event-fairness", args=[event.slug])).text
    assert "renamed" in page


def test_the_api_and_the_page_show_the_similar_parts_alone(client, event, olga):
    secret = "\n" * 9 + "def private_idea():\n    return 42\n"
    for entry in event.entries.filter(bot__owner__username__in=["alice", "bob"]):
        files = {"mine.py": PLAIN + secret, "notes.txt": "the password of my server"}
        keep_source(entry.bot, files)
    (pair,) = compared(event, olga)
    pair.matches = [["mine.py", 3, 9, "mine.py", 3, 9]]
    pair.save()
    client.force_login(olga)
    api = f"/api/v1/events/{event.slug}/fairness/pairs/{pair.pk}/"
    for address in (api, pair.get_absolute_url()):
        text = client.get(address).text
        assert "def nearest" in text
        assert "private_idea" not in text
        assert "password of my server" not in text
    (part,) = client.get(api).json()["parts"]
    assert [line["number"] for line in part["left"]] == list(range(1, 12))
    assert [line["number"] for line in part["left"] if line["is_similar"]] == list(range(3, 10))


def test_a_withdrawn_bot_is_not_read_any_more(client, event, olga, alice):
    (pair,) = compared(event, olga)
    entering.leave(event.entries.get(bot__owner=alice), alice)
    client.force_login(olga)
    page = client.get(pair.get_absolute_url()).text
    assert "withdrawn from the event" in page
    assert "def nearest" not in page
    answer = client.get(f"/api/v1/events/{event.slug}/fairness/pairs/{pair.pk}/")
    assert answer.status_code == 400
    assert "withdrawn from the event" in answer.text


def test_entrants_read_what_judges_see(client, event, charlie):
    client.force_login(charlie)
    page = " ".join(client.get(event.get_absolute_url()).text.split())
    assert (
        "Judges read the similar parts of two sources, with 2 lines before and after each" in page
    )


def test_a_post_sends_it_to_a_worker_once(client, event, olga, django_capture_on_commit_callbacks):
    client.force_login(olga)
    page = reverse("event-fairness", args=[event.slug])
    with django_capture_on_commit_callbacks() as sent:
        client.post(page)
    assert len(sent) >= 1
    assert "A worker compares" in client.get(page).text
    client.post(page)
    assert event.source_comparisons.count() == 1


def test_a_pair_of_another_event_is_not_found(client, event, olga, bob):
    (pair,) = compared(event, olga)
    other = steps.open_event(olga, steps.stage("only", Kind.ROUND_ROBIN))
    EventMember.objects.create(event=other, person=bob, role=EventRole.OWNER)
    client.force_login(bob)
    address = reverse("event-similar-pair", args=[other.slug, pair.pk])
    assert client.get(address).status_code == 404


def test_accounts_that_share_an_address(event, olga, alice, bob, charlie):
    rows = [(alice, "192.0.2.1"), (bob, "192.0.2.1"), (charlie, "192.0.2.2"), (olga, "192.0.2.1")]
    for n, (person, ip) in enumerate(rows):
        UserSession.objects.create(user=person, ip=ip, session_key=f"key-{n}", user_agent="x")
    looks = AuditEntry.objects.filter(act="looked at accounts that share an address")
    assert fairness.sharing_an_address(event, olga) == [[alice, bob]]
    assert looks.count() == 1
    UserSession.objects.filter(user=bob).update(ip="192.0.2.9")
    assert fairness.sharing_an_address(event, olga) == []
    assert looks.count() == 1
