"""Entrants, rules of entry, seeds and exemptions by programs of organizers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Scope
from api.tests.test_problems import assert_problem
from api.tests.test_scopes import client_with
from ladder.core.contest.draws import drawn
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering, invitations, waiting
from ladder.events.entrants.terms import consent
from ladder.events.entrants.terms.rules import rules_of
from ladder.events.models import Event, FreezeExemption, Invitation
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    starts = timezone.now() + timedelta(hours=2)
    return open_event(
        olga, stage("cup", Kind.SINGLE), starts=starts, freeze_uploads="people", most_entries=3
    )


@pytest.fixture
def ask(event, olga):
    """Calls an address below the event, as a program of olga's."""
    client = client_with(olga, Scope.ORGANIZE)

    def ask(method, path, body=None, status=200):
        options = {} if method == "get" else {"format": "json"}
        address = f"/api/v1/events/{event.slug}/{path}"
        answer = getattr(client, method)(address, body, **options)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


def test_entrants_from_the_list_to_the_check_in(ask, event, olga, alice, bob, charlie):
    worm, cobra, viper = (
        make_bot(owner, name)
        for owner, name in ((alice, "worm"), (bob, "cobra"), (charlie, "viper"))
    )
    refused = ask("post", "entrants/", {"bot": "alice/worm"}, 400)
    assert "Invite alice first" in refused["detail"]
    made = ask("post", "entrants/invite/", {"name": "alice"}, 201)
    assert (made["person"], made["state"]) == ("alice", "invited")
    (line,) = ask("get", "entrants/")
    assert (line["state"], line["bot"], line["invitation"]["label"]) == ("invited", None, "alice")
    invitations.accept(event, alice)
    assert ask("post", "entrants/", {"bot": "alice/worm"}, 201)["bot"]["name"] == "worm"
    consent.set_standing(bob, True)
    ask("post", "entrants/", {"bot": cobra.pk}, 201)
    rules = {"check_in_opens": 180, "check_in_closes": 10, "waiting_list": True}
    ask("put", "entrants/rules/", rules)
    ask("post", "entrants/check-in/", {"bot": worm.pk}, 204)
    Event.objects.update(most_entries=2)
    event.refresh_from_db()
    waiting.join(event, viper, charlie)
    states = {line["bot"]["name"]: line["state"] for line in ask("get", "entrants/")}
    assert states == {"worm": "checked in", "cobra": "entered", "viper": "waiting"}
    ask("post", "entrants/waiting/remove/", {"bot": viper.pk}, 204)
    assert not event.waiting.exists()
    ask("post", "entrants/remove/", {"bot": cobra.pk, "reason": "asked for it"}, 204)
    ask("post", "entrants/remove/", {"bot": cobra.pk, "reason": "twice"}, 404)
    assert event.entries.get(bot=cobra).withdrawn_at is not None


def test_a_list_is_previewed_then_imported_and_codes_are_shown_once(ask, event, alice):
    text = "name,note\nalice,first\nnobody@example.org,\n"
    checked = ask("post", "entrants/import/?check=1", {"csv": text})
    assert [row["label"] for row in checked["rows"]] == ["alice", "nobody@example.org"]
    assert (checked["codes"], checked["problems"]) == ([], [])
    assert not Invitation.objects.exists()
    done = ask("post", "entrants/import/", {"csv": text})
    assert [row["note"] for row in done["codes"]] == ["first", ""]
    assert invitations.redeem(event, alice, done["codes"][0]["code"]).person == alice
    wrong = ask("post", "entrants/import/?check=1", {"csv": "anna\nanna\n"})
    assert wrong["problems"] == [{"line": 2, "text": "“anna” is also in line 1."}]
    assert "Line 2" in ask("post", "entrants/import/", {"csv": "anna\nanna\n"}, 400)["detail"]


def test_links_and_codes_are_made_replaced_and_taken_back(ask, event, alice, team):
    late = {"expires": "2001-01-01T00:00:00Z"}
    assert "has passed" in str(ask("post", "entrants/code/", late, 400))
    link = ask("post", "entrants/link/", {"label": "Teams", "most_uses": 2}, 201)
    token = link["secret"].rstrip("/").rpartition("/")[2]
    assert f"/events/{event.slug}/join/" in link["secret"]
    assert invitations.of_link(event, token) is not None
    pk = link["invitation"]["id"]
    other = ask("post", f"entrants/invitations/{pk}/renew/")["secret"]
    assert invitations.of_link(event, token) is None
    assert invitations.of_link(event, other.rstrip("/").rpartition("/")[2]) is not None
    code = ask("post", "entrants/code/", {"label": "Anna"}, 201)
    pk = code["invitation"]["id"]
    assert ask("post", f"entrants/invitations/{pk}/revoke/")["state"] == "taken back"
    elsewhere = open_event(event.created_by, stage("cup", Kind.SINGLE))
    Invitation.objects.filter(pk=pk).update(event=elsewhere)
    ask("post", f"entrants/invitations/{pk}/renew/", status=404)


def test_rules_are_read_and_written_as_in_a_file(ask, event):
    rules = {
        "confirmed": True,
        "domains": ["uni.example", "school.example"],
        "least_age": 7,
        "code_word": "tulip",
        "withdraw_until": "2131-05-01T18:00:00+02:00",
    }
    told = ask("put", "entrants/rules/", rules)
    assert told["domains"] == ["uni.example", "school.example"]
    assert told["withdraw_until"] == "2131-05-01T16:00:00+00:00"
    assert "code_word" not in told
    assert ask("get", "entrants/rules/") == told
    word = rules_of(Event.objects.get(pk=event.pk)).code_word
    ask("put", "entrants/rules/", {"code_word": "tulip"})
    ask("put", "entrants/rules/", {})
    assert rules_of(Event.objects.get(pk=event.pk)).code_word == word
    for wrong, field in (
        ({"least_age": "7"}, "least_age"),
        ({"domains": "uni.example"}, "domains"),
        ({"domain": []}, "domain"),
        ({"withdraw_until": "2131-05-01T18:00:00"}, "withdraw_until"),
        ({"team": "no such"}, "team"),
    ):
        assert field in ask("put", "entrants/rules/", wrong, 400)["errors"]
    ask("put", "entrants/rules/", [], 400)


def test_seeds_by_a_list_at_random_and_none(ask, event, alice, bob):
    bots = [make_bot(alice, "worm"), make_bot(bob, "cobra")]
    for bot in bots:
        entering.enter(event, bot, bot.owner)
    found = ask("post", "entrants/seeds/", {"by": "list", "names": ["bob/cobra", "worm"]})
    assert [bot["name"] for bot in found["bots"]] == ["cobra", "worm"]
    found = ask("post", "entrants/seeds/", {"by": "random", "seed": "lucky"})
    assert found["seed"] == "lucky"
    assert [f"{bot['owner']}/{bot['name']}" for bot in found["bots"]] == drawn(
        "lucky", [str(bot) for bot in bots]
    )
    assert "no bot “asp”" in str(ask("post", "entrants/seeds/", {"names": ["asp"]}, 400))
    assert ask("post", "entrants/seeds/", {"by": "none"})["by"] == "not set"


def test_uploads_are_frozen_for_programs_and_organizers_exempt(ask, event, alice, olga):
    worm = make_bot(alice, "worm")
    entering.enter(event, worm, alice)
    Event.objects.update(entries_close=timezone.now())
    client = client_with(alice, Scope.BOTS)
    path = f"/api/v1/bots/{worm.pk}/versions/"

    def upload():
        from io import BytesIO

        file = BytesIO(b"print('up')\n")
        file.name = "main.py"
        return client.post(path, {"file": file}, format="multipart")

    detail = assert_problem(upload(), 400)["detail"]
    assert "Uploads are frozen until the event is over by the event Open" in detail
    activate = client.post(f"{path}1/activate/")
    assert "that plays is frozen" in assert_problem(activate, 400)["detail"]
    made = ask("post", "freeze/exempt/", {"name": "alice", "reason": "the disk broke"}, 201)
    assert (made["name"], made["reason"]) == ("alice", "the disk broke")
    assert upload().status_code == 201
    told = ask("get", "freeze/")
    assert (told["ends"], len(told["exemptions"])) == (None, 1)
    assert "the versions of entered bots are frozen" in told["rule"]
    ask("post", "freeze/end-exemption/", {"name": "alice"}, 204)
    assert not FreezeExemption.objects.exists()
    assert upload().status_code == 400
