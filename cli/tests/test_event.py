"""``arbiter event`` against a real site: a contest is a file and one command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.hashers import check_password
from django.core.cache import cache

from accounts.signing.tokens import create_token
from ladder.events.models import Event
from ladder.events.people import let_create
from ladder.events.permissions import role_in
from ladder.events.roles import EventRole
from ladder.tests.play import RULESET

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]

FILE = f"""
slug = "spring-cup"
name = "Spring Cup"
about = "Bring a **worm**."
time_zone = "Europe/Warsaw"
starts = 2131-05-01T18:00:00+02:00
most_entries = 16
freeze_uploads = "entered"
freeze_stage = "final"
freeze_until = 2131-05-02T18:00:00+02:00
publish = true

[people]
bob = "judge"

[entry]
domains = ["uni.example"]
code_word = "tulip"
check_in_opens = 60
withdraw_until = 2131-04-30T12:00:00+02:00

[[stages]]
key = "groups"
name = "Groups"
game = "snake"
ruleset = "{RULESET}"
kind = "round-robin"
options = {{ games = 2, groups = 2 }}

[[stages]]
key = "final"
name = "Final"
game = "snake"
ruleset = "{RULESET}"
kind = "single-elimination"
feeds = [{{ source = "groups", count = 4 }}]
"""


@pytest.fixture
def desk(live_server, alice, bob, olga, monkeypatch):
    """Alice, who may create events, with a token of the scope organize."""
    cache.clear()
    let_create(olga, "alice")
    token = create_token(alice, "desk", ["read", "organize"])[1]
    monkeypatch.setenv("ARBITER_SITE", live_server.url)
    monkeypatch.setenv("ARBITER_TOKEN", token)
    return live_server.url


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "contest.toml"
    path.write_text(FILE)
    return path


def test_a_file_makes_an_event_and_changes_nothing_when_applied_again(
    arbiter, desk, file, alice, bob, tmp_path
):
    status, out, _ = arbiter("event", "apply", file, "--check")
    assert status == 1
    assert "new event “Spring Cup”" in out
    assert not Event.objects.exists()
    status, _, errors = arbiter("event", "apply", file)
    assert status == 2
    assert "--yes" in errors
    status, out, errors = arbiter("event", "apply", file, "--yes")
    assert (status, errors) == (0, "")
    assert "/events/spring-cup/ is created." in out
    event = Event.objects.get(slug="spring-cup")
    assert event.state == Event.State.OPEN
    assert event.starts is not None
    assert event.starts.isoformat() == "2131-05-01T16:00:00+00:00"
    assert [stage.key for stage in event.planned.stages] == ["groups", "final"]
    assert event.planned.stages[0].options.groups == 2
    assert (event.freeze_uploads, event.freeze_stage) == ("entered", "final")
    rules = event.entry_rules
    assert (rules.domains, rules.check_in_opens) == ("uni.example", 60)
    assert check_password("tulip", rules.code_word)
    assert role_in(event, bob) is EventRole.JUDGE
    assert role_in(event, alice) is EventRole.OWNER
    assert arbiter("event", "apply", file, "--yes")[1] == "Nothing to change.\n"
    assert arbiter("event", "apply", file, "--check")[0] == 0
    exported = tmp_path / "spring.json"
    exported.write_text(arbiter("event", "export", "spring-cup")[1])
    assert arbiter("event", "apply", exported, "--check")[1] == "Nothing to change.\n"


def test_differences_are_printed_before_they_are_made(arbiter, desk, file, bob):
    arbiter("event", "apply", file, "--yes")
    changed = FILE.replace("most_entries = 16", "most_entries = 8").replace('bob = "judge"', "")
    changed = changed.replace("groups = 2 }", "groups = 1 }").replace("tulip", "rose")
    file.write_text(changed.replace("check_in_opens = 60", "check_in_opens = 30"))
    _, out, _ = arbiter("event", "apply", file, "--check")
    assert "16" in out
    assert "8" in out
    assert "bob: no role (before: judge)" in out
    assert "groups" in out
    assert "rules of entry: check in opens 60 → 30" in out
    assert "rules of entry: code word changed" in out
    assert "rose" not in out
    event = Event.objects.get(slug="spring-cup")
    assert event.most_entries == 16
    assert role_in(event, bob) is EventRole.JUDGE
    assert event.entry_rules.check_in_opens == 60
    arbiter("event", "apply", file, "--yes")
    event.refresh_from_db()
    assert event.most_entries == 8
    assert event.entry_rules.check_in_opens == 30
    assert role_in(event, bob) is None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('slug = "spring-cup"', 'slog = "spring-cup"', "“slug”"),
        ("most_entries = 16", 'most_entries = "16"', "most_entries: Enter a whole number."),
        ("most_entries = 16", "most_entrants = 16", "most_entrants: This key is not known."),
        ("+02:00", "", "starts: Enter the time with its offset"),
        ('bob = "judge"', 'bob = "king"', "“king” is not a role"),
        ('bob = "judge"', 'bobo = "judge"', "There is nobody named “bobo” here."),
        ('kind = "round-robin"', 'kind = "robin"', "Stage 1: “kind” cannot be 'robin'."),
        ('source = "groups"', 'source = "group"', "There is no stage “group”."),
        ("games = 2, groups", "games = 21, groups", "groups, games: Enter a number"),
        ("publish = true", "publish = ", "is not TOML"),
        ("2131", "2011", "This time has passed."),
        ("check_in_opens = 60", 'check_in_opens = "1h"', "entry.check_in_opens: Enter a whole"),
        ("check_in_opens = 60", "check_in = 60", "entry.check_in: This key is not known."),
        ("uni.example", "uni", "entry.domains: “uni” is not a domain"),
        ('freeze_stage = "final"', 'freeze_stage = "last"', "The plan has no stage “last”."),
        ('"entered"', '"all"', "freeze_uploads: Choose one of “entered”, “people”"),
    ],
)
def test_a_wrong_file_is_refused_with_the_place_and_makes_nothing(
    arbiter, desk, file, old, new, words
):
    file.write_text(FILE.replace(old, new))
    status, out, errors = arbiter("event", "apply", file, "--yes")
    assert status != 0
    assert words in out + errors
    assert not Event.objects.exists()


def test_acts_and_their_refusal(arbiter, desk, file, alice, charlie, monkeypatch):
    file.write_text(FILE.replace("publish = true", "publish = false"))
    arbiter("event", "apply", file, "--yes")
    assert arbiter("event", "validate", "spring-cup")[0] == 0
    assert arbiter("event", "act", "publish", "spring-cup")[1] == "spring-cup: open.\n"
    status, _, errors = arbiter("event", "act", "start", "spring-cup")
    assert status == 4
    assert "Fewer than two bots" in errors
    assert arbiter("event", "announce", "spring-cup", "Lunch")[0] == 0
    assert arbiter("event", "act", "abort", "spring-cup")[0] == 2
    other = create_token(charlie, "program", ["read", "bots"])[1]
    monkeypatch.setenv("ARBITER_TOKEN", other)
    status, _, errors = arbiter("event", "act", "abort", "spring-cup", "--reason", "mine")
    assert status == 4
    assert "scope “organize”" in errors
    monkeypatch.setenv("ARBITER_TOKEN", create_token(alice, "desk", ["organize"])[1])
    done = arbiter("event", "act", "abort", "spring-cup", "--reason", "no power", "--json")
    assert json.loads(done[1])["state"] == "aborted"


def test_the_file_of_the_documentation_is_one(arbiter, desk, bob, file):
    document = Path(__file__).resolve().parents[2] / "docs" / "event-plans.md"
    found = re.search(r"```toml\n(.*?)```", document.read_text(), re.DOTALL)
    assert found
    file.write_text(found[1].replace("2031", "2131"))
    assert arbiter("event", "apply", file, "--yes")[0] == 0
    event = Event.objects.get(slug="spring-cup")
    assert (event.state, event.per_person, event.most_entries) == ("open", 2, 32)
