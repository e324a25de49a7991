"""``arbiter event`` for entrants, decisions, pairings and results, against a real site."""

from __future__ import annotations

import json
import re

import pytest
from django.core.cache import cache

from accounts.signing.tokens import create_token
from ladder.core.contest.plan import Kind, Reveal
from ladder.events.entrants import entering, invitations
from ladder.events.entrants.terms import consent
from ladder.events.models import Encounter, Event, Stage
from ladder.events.planning import acts
from ladder.events.tests import steps
from ladder.events.tests.steps import open_event, stage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]
WHY = ("--reason", "the power failed")


@pytest.fixture
def event(live_server, olga, monkeypatch):
    cache.clear()
    monkeypatch.setenv("ARBITER_SITE", live_server.url)
    monkeypatch.setenv("ARBITER_TOKEN", create_token(olga, "desk", ["organize"])[1])
    swiss = stage("swiss", Kind.SWISS, options={"rounds": 1, "games": 2}, reveal=Reveal.HIDDEN)
    return open_event(olga, swiss)


def test_entrants_are_imported_invited_entered_and_listed(arbiter, event, alice, bob, tmp_path):
    file = tmp_path / "people.csv"
    file.write_text("name,note\nalice,first\nalice,again\n")
    status, out, err = arbiter("event", "entrants", "import", event.slug, file)
    assert (status, "line 3: “alice” is also in line 2." in err) == (1, True)
    assert not event.invitations.exists()
    file.write_text("name,note\nalice,first\nnobody@example.org,\n")
    status, out, _ = arbiter("event", "entrants", "import", event.slug, file, "--check")
    assert (status, "nobody@example.org" in out, event.invitations.count()) == (0, True, 0)
    status, out, _ = arbiter("event", "entrants", "import", event.slug, file)
    codes = re.findall(r"[A-Z]{5}(?:-[A-Z]{5}){3}", out)
    assert (status, len(codes)) == (0, 2)
    invitations.redeem(event, alice, codes[0])
    assert arbiter("event", "entrants", "invite", event.slug, "bob")[0] == 0
    assert event.invitations.filter(person=bob).exists()
    (bot,) = steps.authors(1)
    status, _, err = arbiter("event", "entrants", "enter", event.slug, str(bot))
    assert (status, "has not agreed" in err) == (4, True)
    consent.set_standing(bot.owner, True)
    assert arbiter("event", "entrants", "enter", event.slug, str(bot))[0] == 0
    rows = json.loads(arbiter("event", "entrants", "list", event.slug, "--json")[1])
    assert [(row["state"], row["bot"] and row["bot"]["name"]) for row in rows] == [
        ("entered", "b0"), ("invited", None), ("invited", None), ("accepted", None),
    ]  # fmt: skip
    assert "author-0/b0" in arbiter("event", "entrants", "list", event.slug)[1]
    status, _, err = arbiter("event", "entrants", "import", event.slug, tmp_path / "none.csv")
    assert (status, "No such file" in err) == (2, True)


def test_a_round_is_paired_decided_revealed_and_printed(arbiter, event, olga):
    for bot in steps.authors(4):
        entering.enter(event, bot, bot.owner)
    acts.start(event, olga)
    found = json.loads(arbiter("event", "pair", event.slug, "swiss", "--json")[1])
    a, b = ([f"{bot['owner']}/{bot['name']}" for bot in two] for two in found["pairs"])
    pairs = (f"{a[0]}={b[1]}", f"{b[0]}={a[1]}")
    assert arbiter("event", "pair", event.slug, "swiss", *pairs)[0] == 2
    assert arbiter("event", "pair", event.slug, "swiss", "x", *WHY)[0] == 2
    status, out, _ = arbiter("event", "pair", event.slug, "swiss", *pairs, *WHY)
    assert (status, out.startswith("Round 1:")) == (0, True)
    assert re.search(rf"{a[0]} +{b[1]}", out)
    rows = json.loads(arbiter("event", "encounters", event.slug, "--json")[1])
    number = rows[0]["id"]
    assert arbiter("event", "decide", event.slug, number, *WHY)[0] == 2
    status, out, _ = arbiter("event", "decide", event.slug, number, b[1], *WHY)
    assert (status, f"is decided for {b[1]}." in out) == (0, True)
    shown = arbiter("event", "encounters", event.slug)[1]
    assert "Name each bot" in arbiter("event", "decide", event.slug, number, b[1], a[1], *WHY)[2]
    assert re.search(rf"{number} .*{a[0]} – {b[1]} +{b[1]}", shown)
    assert "is not decided." in arbiter("event", "decide", event.slug, number, "--undo", *WHY)[1]
    assert arbiter("event", "decide", event.slug, number, b[1], a[0], *WHY)[0] == 0
    assert Encounter.objects.get(pk=number).award_ranks == (2, 1)
    assert arbiter("event", "decide", event.slug, number, "--undo", *WHY)[0] == 0
    steps.play_all(event)
    assert Event.objects.get(pk=event.pk).state == Event.State.FINISHED
    reveal = ("event", "reveal", event.slug, "swiss")
    assert arbiter(*reveal)[0] == 2
    assert arbiter(*reveal, "--next")[0] == 2
    assert "rounds shown: 1" in arbiter(*reveal, "--rounds", 1)[1]
    assert "open at 2131-05-01" in arbiter(*reveal, "--at", "2131-05-01T18:00:00Z")[1]
    assert "places shown from 5 on" in arbiter(*reveal, "--begin")[1]
    assert "places shown from 4 on" in arbiter(*reveal, "--next")[1]
    assert "author-3,b3" in arbiter("event", "results", event.slug, "--format", "csv")[1]
    assert "author-0" not in arbiter("event", "results", event.slug, "--format", "csv")[1]
    assert arbiter(*reveal, "--to", "public")[1] == "swiss: results for: public.\n"
    assert Stage.objects.get().reveal == "public"
    told = json.loads(arbiter("event", "results", event.slug)[1])
    assert [line["bot"] for line in told["final"][0]["lines"]] == ["b0", "b1", "b2", "b3"]
    assert arbiter("event", "results", event.slug, "--format", "matches")[1].startswith("stage,")
