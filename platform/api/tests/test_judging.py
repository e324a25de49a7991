"""Decisions, pairings, schedules, sources, the ceremony and talk of an event, by programs."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image

from accounts.models import Scope
from api.tests.test_scopes import client_with
from audit.models import AuditEntry
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import Event, SimilarPair
from ladder.events.showing import talk
from ladder.events.tests import steps
from ladder.events.tests.steps import stage
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    swiss = stage("swiss", Kind.SWISS, options={"rounds": 2, "games": 2}, reveal=Reveal.HIDDEN)
    final = stage("final", Kind.SINGLE, Feed("swiss", 2), begins=600)
    return steps.begin(olga, steps.authors(4), swiss, final)


@pytest.fixture
def ask(event, olga):
    """Calls an address below the event, as a program of olga's."""
    client = client_with(olga, Scope.ORGANIZE)

    def ask(method, path, body=None, status=200, kind="json"):
        options = {} if method == "get" else {"format": kind}
        address = f"/api/v1/events/{event.slug}/{path}"
        answer = getattr(client, method)(address, body, **options)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    return ask


WHY = {"reason": "the power failed"}


def test_an_encounter_is_decided_and_that_is_undone(ask, event):
    first, other = ask("get", "encounters/?stage=swiss")["results"]
    loser = f"{first['bots'][1]['owner']}/{first['bots'][1]['name']}"
    path = f"encounters/{first['id']}/"
    outside = {"winner": other["bots"][0]["id"], **WHY}
    assert "winner" in ask("post", f"{path}decide/", outside, 400)["errors"]
    decided = ask("post", f"{path}decide/", {"winner": loser, **WHY})
    assert (decided["decided_for"]["id"], decided["reason"]) == (
        first["bots"][1]["id"],
        "the power failed",
    )
    assert (
        "decided already" in ask("post", f"{path}decide/", {"winner": loser, **WHY}, 400)["detail"]
    )
    assert AuditEntry.objects.filter(act__startswith="awarded", reason="the power failed").exists()
    assert ask("post", f"{path}undo/", WHY)["decided_for"] is None
    assert ask("get", "encounters/?stage=final")["results"] == []
    for wrong in ({}, {"winner": loser, "ranks": [1, 2]}, {"ranks": [1]}, {"ranks": [2, 2]}):
        ask("post", f"{path}decide/", {**wrong, **WHY}, 400)
    ranked = ask("post", f"{path}decide/", {"ranks": [2, 1], **WHY})
    assert (ranked["decided_for"]["id"], ranked["decided_ranks"]) == (
        first["bots"][1]["id"],
        [2, 1],
    )


def test_encounters_have_pages_and_one_query_for_the_bots_of_all(
    ask, event, django_assert_num_queries
):
    one = ask("get", "encounters/?page_size=1&page=2")
    assert (one["count"], len(one["results"]), one["next"]) == (2, 1, None)
    with CaptureQueriesContext(connection) as of_one:
        ask("get", "encounters/?page_size=1")
    with django_assert_num_queries(len(of_one)):
        assert len(ask("get", "encounters/")["results"]) == 2


def test_a_round_is_paired_by_hand(ask, event):
    found = ask("get", "stages/swiss/pairing/?group=1")
    assert (found["round"], len(found["bots"]), len(found["pairs"])) == (1, 4, 2)
    a, b = ([bot["id"] for bot in two] for two in found["pairs"])
    wanted = [[a[0], b[0]], [b[1], a[1]]]
    done = ask("post", "stages/swiss/pairing/", {"round": 1, "pairs": wanted, **WHY})
    assert [[bot["id"] for bot in two] for two in done["pairs"]] == wanted
    twice = {"round": 1, "pairs": [[a[0], b[0]], [a[0], b[1]]], **WHY}
    assert "paired once" in ask("post", "stages/swiss/pairing/", twice, 400)["detail"]
    ask("get", "stages/swiss/pairing/?group=no", status=400)
    stranger = steps.authors(1, 9)[0]
    foreign = {"round": 1, "pairs": [[a[0], stranger.pk], b], **WHY}
    assert "does not play this round" in str(ask("post", "stages/swiss/pairing/", foreign, 400))


def test_a_stage_is_moved(ask, event):
    begins = (timezone.now() + timedelta(days=2)).replace(microsecond=0)
    told = ask("post", "stages/final/schedule/", {"begins": begins.isoformat(), "freeze": 30})
    final = event.stages.get(key="final")
    assert (final.begins, final.planned.freeze, told["freeze"]) == (begins, 30, 30)
    assert (
        "has begun or is over"
        in ask("post", "stages/swiss/schedule/", {"freeze": 5}, 400)["detail"]
    )


def test_looks_at_sources_and_decisions_are_audited(ask, event, olga):
    left, right = event.entries.order_by("pk")[:2]
    assert "do not include" in ask("get", "fairness/", status=400)["detail"]
    Event.objects.update(compares_sources=True)
    ask("post", "fairness/", status=204)
    assert "waits for a worker" in ask("post", "fairness/", status=400)["detail"]
    versions = [each.bot.active_version for each in (left, right)]
    pair = SimilarPair.objects.create(
        event=event, left=left, right=right, left_share=0.5, right_share=0.4,
        left_version=versions[0], right_version=versions[1], matches=[],
    )  # fmt: skip
    told = ask("get", "fairness/")
    assert (told["state"], [each["id"] for each in told["pairs"]]) == ("waiting", [pair.pk])
    before = AuditEntry.objects.count()
    assert ask("get", f"fairness/pairs/{pair.pk}/")["parts"] == []
    assert AuditEntry.objects.count() == before + 1
    assert "looked at the sources" in AuditEntry.objects.order_by("-number")[0].act
    decided = ask("post", f"fairness/pairs/{pair.pk}/", {"decision": "watched", **WHY})
    assert (decided["decision"], decided["decided_by"]) == ("watched", "olga")


def test_a_ceremony_from_the_first_round_to_the_first_place(ask, event):
    steps.play_all(event)
    shown = ask("post", "stages/swiss/results/rounds/", {"rounds": 1})
    assert (shown["results"], shown["rounds_shown"]) == ("hidden", 1)
    when = (timezone.now() + timedelta(days=2)).replace(microsecond=0)
    shown = ask("post", "stages/swiss/results/time/", {"when": when.isoformat()})
    assert shown["results_open"] is not None
    assert ask("post", "stages/swiss/results/open/")["results"] == "public"
    final = event.stages.get(key="final")
    event.stages.filter(pk=final.pk).update(begins=timezone.now(), reveal="hidden")
    steps.play_all(event)
    begun = ask("post", "stages/final/ceremony/begin/", {})
    seen = begun["places_shown"]
    one = ask("post", "stages/final/ceremony/next/", {"seen": seen})
    assert one["places_shown"] < seen
    again = ask("post", "stages/final/ceremony/next/", {"seen": seen})
    assert again["places_shown"] == one["places_shown"]
    back = ask("post", "stages/final/ceremony/back/", {"seen": one["places_shown"]})
    assert back["places_shown"] == seen
    ask("post", "projector/", {"scene": "reveal", "stage": "final"})
    assert ask("get", "projector/") == {"scene": "reveal", "stage": "final"}
    ask("post", "projector/", {"scene": "reveal", "stage": "no-such"}, 404)
    ask("post", "projector/", {"scene": "dance"}, 400)


def test_logos_questions_and_announcements(ask, event, alice):
    logo = BytesIO()
    Image.new("RGB", (40, 20), "red").save(logo, "PNG")
    file = SimpleUploadedFile("logo.png", logo.getvalue())
    made = ask("post", "sponsors/add/", {"name": "Acme", "logo": file}, 201, "multipart")
    assert ask("get", "sponsors/") == [made]
    ask("post", f"sponsors/{made['id']}/remove/", status=204)
    assert ask("get", "sponsors/") == []
    question = talk.ask(event, alice, "When is lunch?")
    (row,) = ask("get", "questions/")
    assert (row["asker"], row["text"], row["answered_at"]) == ("alice", "When is lunch?", None)
    told = ask("post", f"questions/{question.pk}/answer/", {"answer": "Now.", "to_all": True})
    assert (told["answer"], told["to_all"], told["frequent"]) == ("Now.", True, False)
    assert Notice.objects.filter(user=alice, text__contains="is answered").exists()
    ask("post", f"questions/{question.pk}/delete/", WHY, 204)
    ask("post", "questions/frequent/", {"text": "Where?", "answer": "Here."}, 201)
    assert [row["text"] for row in ask("get", "questions/")] == ["Where?"]
    told = ask("post", "announcements/", {"title": "Lunch"}, 201)
    ask("post", f"announcements/{told['id']}/withdraw/", WHY, 204)
    assert not event.announcements.current().exists()


def test_an_event_is_copied(ask, event):
    made = ask("post", "copy/", {"name": "Again", "starts": "2131-05-01T18:00:00Z"}, 201)
    copied = Event.objects.get(slug=made["slug"])
    assert (copied.state, copied.name) == ("draft", "Again")
    assert [each.key for each in copied.planned.stages] == ["swiss", "final"]
