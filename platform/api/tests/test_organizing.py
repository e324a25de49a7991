"""Acts of the people who run an event, by each role, and by programs with and without the scope."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from accounts.models import Scope, User
from api.tests.test_problems import assert_problem
from api.tests.test_scopes import client_with
from audit.models import AuditEntry
from ladder.core.contest.plan import EventPlan, Feed, Kind
from ladder.events.mending import incidents, taking_back
from ladder.events.mending.decisions import candidates
from ladder.events.mending.taking_back import Mode
from ladder.events.models import Event, EventMember, Stage
from ladder.events.permissions import role_in
from ladder.events.planning import acts, promises
from ladder.events.roles import ALLOWED, EventAct, EventRole
from ladder.events.tests import steps
from ladder.tests.play import finish
from matches.models import Match
from tests.undone import undone

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    first = steps.stage("first", Kind.ROUND_ROBIN)
    later = steps.stage("later", Kind.SINGLE, Feed("first"), begins=600)
    made = steps.begin(olga, steps.authors(3), first, later)
    finish(steps.waiting(made)[0], [1, 2])
    return made


@pytest.fixture
def draft(event, olga):
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    return acts.create(olga, acts.Draft("Draft", plan))


@pytest.fixture
def crew(event, draft):
    """A client for each role in both events, and for a stranger (None)."""
    found: dict[EventRole | None, APIClient] = {}
    for role in (*EventRole, None):
        person = User.objects.create_user(f"the-{role.value if role else 'stranger'}")
        for each in (event, draft):
            if role is not None:
                EventMember.objects.create(event=each, person=person, role=role)
        found[role] = APIClient()
        found[role].force_login(person)
    return found


WHY = {"reason": "a reason"}
OF_RUNNING: list[tuple[str, str, EventAct, dict[str, Any], int]] = [
    ("get", "file/", EventAct.SEE, {}, 200),
    ("get", "people/", EventAct.SEE, {}, 200),
    ("post", "people/", EventAct.ROLES, {"name": "the-stranger", "role": "judge"}, 201),
    ("post", "people/remove/", EventAct.ROLES, {"name": "olga"}, 204),
    ("post", "pause/", EventAct.RUN, WHY, 200),
    ("post", "stages/first/pause/", EventAct.RUN, WHY, 200),
    ("post", "stages/first/reveal/", EventAct.REVEAL, {"results": "hidden"}, 200),
    ("post", "disqualify/", EventAct.JUDGE, {"bot": "{bot}", **WHY}, 200),
    ("get", "stages/first/take-back/", EventAct.JUDGE, {}, 200),
    (
        *("post", "stages/first/take-back/", EventAct.JUDGE),
        {"fingerprint": "{taken}", **WHY},
        201,
    ),
    ("get", "incidents/", EventAct.SEE, {}, 200),
    ("post", "incidents/preview/", EventAct.JUDGE, {"machine": "test"}, 200),
    (
        *("post", "incidents/", EventAct.JUDGE),
        {"machine": "test", "fingerprint": "{again}", **WHY},
        201,
    ),
    ("post", "void/", EventAct.JUDGE, {"match": "{match}", **WHY}, 200),
    ("post", "abort/", EventAct.ABORT, WHY, 200),
    ("post", "announcements/", EventAct.ANNOUNCE, {"title": "Lunch"}, 201),
    ("get", "entrants/", EventAct.ENTRANTS, {}, 200),
    ("post", "entrants/", EventAct.ENTRANTS, {"bot": "{bot}"}, 400),
    ("post", "entrants/remove/", EventAct.ENTRANTS, {"bot": "{bot}", **WHY}, 204),
    ("post", "entrants/check-in/", EventAct.ENTRANTS, {"bot": "{bot}"}, 400),
    ("post", "entrants/waiting/remove/", EventAct.ENTRANTS, {"bot": "{bot}"}, 404),
    ("post", "entrants/invite/", EventAct.ENTRANTS, {"name": "olga"}, 400),
    ("post", "entrants/link/", EventAct.ENTRANTS, {}, 400),
    ("post", "entrants/code/", EventAct.ENTRANTS, {}, 400),
    ("post", "entrants/import/", EventAct.ENTRANTS, {"csv": "anna"}, 400),
    ("post", "entrants/invitations/1/renew/", EventAct.ENTRANTS, {}, 404),
    ("post", "entrants/invitations/1/revoke/", EventAct.ENTRANTS, {}, 404),
    ("get", "entrants/rules/", EventAct.ENTRANTS, {}, 200),
    ("put", "entrants/rules/", EventAct.PLAN, {}, 400),
    ("get", "entrants/seeds/", EventAct.ENTRANTS, {}, 200),
    ("post", "entrants/seeds/", EventAct.ENTRANTS, {"by": "rating"}, 400),
    ("get", "freeze/", EventAct.ENTRANTS, {}, 200),
    ("post", "freeze/exempt/", EventAct.ENTRANTS, {"name": "olga", **WHY}, 400),
    ("post", "freeze/end-exemption/", EventAct.ENTRANTS, {"name": "olga"}, 404),
    ("get", "encounters/", EventAct.JUDGE, {}, 200),
    ("post", "encounters/{met}/decide/", EventAct.JUDGE, {"winner": "{side}", **WHY}, 200),
    ("post", "encounters/{met}/undo/", EventAct.JUDGE, WHY, 400),
    ("get", "stages/first/pairing/", EventAct.JUDGE, {}, 400),
    ("post", "stages/first/pairing/", EventAct.JUDGE, {"round": 1, "pairs": [], **WHY}, 400),
    ("post", "stages/later/schedule/", EventAct.RUN, {"freeze": 0}, 200),
    ("get", "fairness/", EventAct.FAIRNESS, {}, 400),
    ("post", "fairness/", EventAct.FAIRNESS, {}, 400),
    ("get", "fairness/pairs/1/", EventAct.FAIRNESS, {}, 404),
    ("post", "fairness/pairs/1/", EventAct.FAIRNESS, {"decision": "fine", **WHY}, 404),
    ("get", "stages/first/results/", EventAct.REVEAL, {}, 200),
    ("post", "stages/first/results/time/", EventAct.REVEAL, {"when": None}, 400),
    ("post", "stages/first/results/rounds/", EventAct.REVEAL, {"rounds": 1}, 400),
    ("post", "stages/first/results/open/", EventAct.REVEAL, {}, 400),
    ("post", "stages/first/ceremony/begin/", EventAct.REVEAL, {}, 400),
    ("post", "stages/first/ceremony/next/", EventAct.REVEAL, {"seen": 1}, 400),
    ("post", "stages/first/ceremony/back/", EventAct.REVEAL, {"seen": 1}, 400),
    ("get", "projector/", EventAct.REVEAL, {}, 200),
    ("post", "projector/", EventAct.REVEAL, {"scene": "table", "stage": "first"}, 200),
    ("get", "sponsors/", EventAct.SEE, {}, 200),
    ("post", "sponsors/1/remove/", EventAct.PLAN, {}, 404),
    ("post", "announcements/1/withdraw/", EventAct.ANNOUNCE, WHY, 404),
    ("get", "questions/", EventAct.ANNOUNCE, {}, 200),
    ("post", "questions/frequent/", EventAct.ANNOUNCE, {"text": "When?", "answer": "Now."}, 201),
    ("post", "questions/1/answer/", EventAct.ANNOUNCE, {"answer": "Now."}, 404),
    ("post", "questions/1/delete/", EventAct.ANNOUNCE, WHY, 404),
]
OF_DRAFT: list[tuple[str, str, EventAct, dict[str, Any], int]] = [
    ("post", "validate/", EventAct.SEE, {}, 200),
    ("get", "dry-run/", EventAct.PLAN, {}, 404),
    ("post", "dry-run/", EventAct.PLAN, {}, 202),
    ("post", "publish/", EventAct.PLAN, {}, 200),
    ("post", "discard/", EventAct.ABORT, {}, 204),
]


def call(client: APIClient, method: str, path: str, body: dict[str, Any]) -> int:
    """The status of a request that leaves no trace."""
    cache.clear()
    options = {} if method == "get" else {"format": "json"}
    with undone():
        answer = getattr(client, method)(path, body, **options)
    return int(answer.status_code)


def test_each_role_may_do_what_the_table_says(event, draft, crew):
    match = Match.objects.finished().get()
    first = event.stages.get(key="first")
    values = {
        "{bot}": event.entries.all()[0].bot_id,
        "{match}": match.pk,
        "{taken}": taking_back.preview(first, Mode.REPLAY).fingerprint,
        "{again}": incidents.preview(event, incidents.Choice(machine="test")).fingerprint,
    }
    encounter = event.stages.get(key="first").encounters.all()[0]
    values["{side}"], met = candidates(encounter)[0].entry.bot_id, encounter.pk
    for rows, target in ((OF_RUNNING, event), (OF_DRAFT, draft)):
        for method, path, act, body, done in rows:
            filled = {
                key: values.get(value, value) if isinstance(value, str) else value
                for key, value in body.items()
            }
            path = path.replace("{met}", str(met))
            address = f"/api/v1/events/{target.slug}/{path}"
            for role, client in crew.items():
                unseen = 404 if target == draft and role is None else 403
                expected = done if role in ALLOWED[act] else unseen
                assert call(client, method, address, filled) == expected, (path, role)
            assert call(APIClient(), method, address, filled) in (401, 404), path


def test_a_worker_plays_a_dry_run(draft, crew):
    owner, path = crew[EventRole.OWNER], f"/api/v1/events/{draft.slug}/dry-run/"
    assert "No dry run" in assert_problem(owner.get(path), 404)["detail"]
    asked = owner.post(path)
    assert (asked.status_code, asked.json()["state"], asked.json()["stages"]) == (202, "queued", [])
    assert owner.post(path).status_code == 202
    Match.objects.finished().update(state=Match.State.ABORTED)  # so that no pace is known
    promises.keep(draft.promises.get().pk)
    done = owner.get(path).json()
    (stage,) = done.pop("stages")
    assert done == {
        "state": "done", "done": 1.0, "current": True, "runs": 100, "matches": 6.0,
        "seconds": 180.0, "workers": 1, "supposed": True,
    }  # fmt: skip
    favourites = stage.pop("favourites")
    assert stage == {
        "key": "only", "matches": 6.0, "most_matches": 6.0, "seconds": 180.0,
        "longest_seconds": 180.0, "pace_is_measured": False, "repeats": "",
    }  # fmt: skip
    assert {each["bot"] for each in favourites} == {f"author-{n}/b{n}" for n in range(3)}
    draft.plan["stages"][0]["options"]["games"] = 1
    draft.save()
    assert not owner.get(path).json()["current"]
    draft.plan["stages"] = []
    draft.save()
    assert "at least one stage" in str(assert_problem(owner.post(path), 400))


def test_an_act_is_done_and_the_trail_names_the_role(event, crew):
    judge = crew[EventRole.JUDGE]
    bot = event.entries.all()[0].bot
    path = f"/api/v1/events/{event.slug}/disqualify/"
    assert judge.post(path, {"bot": bot.pk, **WHY}, format="json").status_code == 200
    assert event.entries.get(bot=bot).disqualified_why == "a reason"
    assert AuditEntry.objects.order_by("-number")[0].actor_words == "the-judge (judge)"
    again = judge.post(path, {"bot": bot.pk, **WHY}, format="json")
    assert "is disqualified" in assert_problem(again, 400)["detail"]
    path = f"/api/v1/events/{event.slug}/reinstate/"
    assert judge.post(path, {"bot": bot.pk, **WHY}, format="json").status_code == 200
    assert event.entries.get(bot=bot).disqualified_at is None


def test_a_bot_comes_back_where_the_event_has_gone_on_only_with_consent(event, crew):
    judge = crew[EventRole.JUDGE]
    bot = event.entries.get(bot__name="b2").bot
    path, given = f"/api/v1/events/{event.slug}/", {"bot": bot.pk, **WHY}
    judge.post(f"{path}disqualify/", given, format="json")
    steps.play_all(event)
    Stage.objects.update(begins=None)
    steps.go_on(event)
    refused = judge.post(f"{path}reinstate/", given, format="json")
    words = "Later has begun without the bot, and stays without it."
    assert words in assert_problem(refused, 400)["errors"]["agreed"]
    agreed = judge.post(f"{path}reinstate/", {**given, "agreed": True}, format="json")
    assert agreed.json()["disqualified"] is False


def test_a_void_is_of_a_match_of_this_event(event, crew, olga):
    other = steps.begin(olga, steps.authors(2, 5), steps.stage("only", Kind.ROUND_ROBIN))
    foreign = steps.waiting(other)[0]
    finish(foreign, [1, 2])
    path = f"/api/v1/events/{event.slug}/void/"
    judge = crew[EventRole.JUDGE]
    answer = judge.post(path, {"match": foreign.pk, **WHY}, format="json")
    assert "is not part of" in str(assert_problem(answer, 400)["errors"])
    own = Match.objects.finished().exclude(pk=foreign.pk).get()
    assert judge.post(path, {"match": own.pk, **WHY}, format="json").status_code == 200
    own.refresh_from_db()
    assert own.voided_at is not None
    path = f"/api/v1/events/{event.slug}/undo-void/"
    assert judge.post(path, {"match": own.pk, **WHY}, format="json").status_code == 200
    own.refresh_from_db()
    assert own.voided_at is None


def test_a_stage_is_taken_back_and_matches_are_played_again_as_the_previews_say(event, crew):
    judge, path = crew[EventRole.JUDGE], f"/api/v1/events/{event.slug}/"
    answer = judge.post(f"{path}incidents/preview/", {}, format="json")
    assert "Name a worker or a machine" in str(assert_problem(answer, 400)["errors"])
    chosen = {"machine": "test"}
    seen = judge.post(f"{path}incidents/preview/", chosen, format="json").json()
    match = Match.objects.finished().get().pk
    assert seen["played_again"] == [{"stage": "first", "matches": [match], "along": []}]
    body = {**chosen, **WHY, "fingerprint": seen["fingerprint"]}
    late = judge.post(f"{path}incidents/", {**body, "minutes": 5}, format="json")
    assert_problem(late, 403)
    made = judge.post(f"{path}incidents/", body, format="json").json()
    assert (made["kind"], made["stages"], made["announcement"]) == ("machine", ["first"], None)
    again = judge.post(f"{path}incidents/", body, format="json")
    assert "fits this choice" in str(assert_problem(again, 400))
    seen = judge.get(f"{path}stages/first/take-back/").json()
    assert [stage["key"] for stage in seen["stages"]] == ["first"]
    finish(steps.waiting(event)[0], [1, 2])
    body = {**WHY, "fingerprint": seen["fingerprint"]}
    stale = judge.post(f"{path}stages/first/take-back/", body, format="json")
    assert "since the preview was computed" in str(assert_problem(stale, 400))
    seen = judge.get(f"{path}stages/first/take-back/", {"mode": "replay"}).json()
    assert seen["stages"][0]["results"] == 1
    body["fingerprint"] = seen["fingerprint"]
    made = judge.post(f"{path}stages/first/take-back/", body, format="json").json()
    assert (made["kind"], made["progress"]) == ("stage", {"done": 0, "total": 1, "over": False})
    newest, *_ = judge.get(f"{path}incidents/").json()
    assert newest["id"] == made["id"]
    reopen = judge.get(f"{path}stages/first/take-back/", {"mode": "reopen"}).json()
    assert "not finished" in reopen["objection"] or "not begun" in reopen["objection"]
    assert_problem(judge.get(f"{path}stages/first/take-back/", {"mode": "x"}), 400)


def test_programs_need_the_scope_organize(event, olga):
    path = f"/api/v1/events/{event.slug}/pause/"
    without = client_with(olga, Scope.READ, Scope.BOTS).post(path, WHY, format="json")
    assert "scope “organize”" in assert_problem(without, 403)["detail"]
    assert not Event.objects.get(pk=event.pk).paused
    assert client_with(olga, Scope.ORGANIZE).post(path, WHY, format="json").status_code == 200
    assert Event.objects.get(pk=event.pk).paused


def test_announcements_are_public_and_those_of_drafts_are_not(event, draft, crew):
    path = f"/api/v1/events/{event.slug}/announcements/"
    crew[EventRole.ANNOUNCER].post(path, {"title": "Lunch", "text": "Now"}, format="json")
    (told,) = APIClient().get(path).json()
    assert (told["title"], told["text"]) == ("Lunch", "Now")
    assert APIClient().get(f"/api/v1/events/{draft.slug}/announcements/").status_code == 404


def test_a_file_of_another_address_is_refused(event, crew):
    owner = crew[EventRole.OWNER]
    document = owner.get(f"/api/v1/events/{event.slug}/file/").json()
    answer = owner.put("/api/v1/events/another/file/", document, format="json")
    assert "The file is of" in str(assert_problem(answer, 400)["errors"])
    unchanged = owner.put(f"/api/v1/events/{event.slug}/file/", document, format="json")
    assert unchanged.json()["changes"] == []
    changed = owner.put(
        f"/api/v1/events/{event.slug}/file/", {**document, "per_person": 3}, format="json"
    )
    assert "has started" in assert_problem(changed, 400)["detail"] + str(changed.json())
    # A check has the differences, and beside them what would be refused.
    checked = owner.put(
        f"/api/v1/events/{event.slug}/file/?check=1",
        {**document, "per_person": 3, "people": {}},
        format="json",
    ).json()
    assert "1 → 3" in checked["changes"][0]
    assert "the-judge: no role" in str(checked["changes"])
    assert "has started" in checked["problems"][0]["text"]
    event.refresh_from_db()
    assert (event.per_person, event.members.count()) == (1, 6)


@pytest.mark.parametrize("body", [[], "text", 3, {"stages": {}}, {"name": ["x"]}])
def test_a_body_that_is_no_file_is_refused(crew, body):
    answer = crew[EventRole.OWNER].put("/api/v1/events/new-cup/file/", body, format="json")
    assert_problem(answer, 400)
    assert not Event.objects.filter(slug="new-cup").exists()


def test_a_stranger_cannot_create_an_event_by_a_file(event, crew):
    document = crew[EventRole.OWNER].get(f"/api/v1/events/{event.slug}/file/").json()
    body = {**document, "slug": "mine", "people": {}}
    answer = crew[None].put("/api/v1/events/mine/file/", body, format="json")
    assert_problem(answer, 403)
    taken = {**document, "name": "Taken over"}
    answer = crew[None].put(f"/api/v1/events/{event.slug}/file/", taken, format="json")
    assert_problem(answer, 403)
    assert Event.objects.get(pk=event.pk).name == event.name


def test_a_file_does_not_tell_a_stranger_which_addresses_are_drafts(event, draft, crew):
    document = crew[EventRole.OWNER].get(f"/api/v1/events/{event.slug}/file/").json()
    answers = [
        crew[None].put(f"/api/v1/events/{slug}/file/", {**document, "slug": slug}, format="json")
        for slug in (draft.slug, "no-such-event")
    ]
    told = [{**answer.json(), "instance": ""} for answer in answers]
    assert told[0] == told[1]
    assert {answer.status_code for answer in answers} == {403}


def test_roles_by_program(event, crew, bob):
    owner = crew[EventRole.OWNER]
    path = f"/api/v1/events/{event.slug}/people/"
    owner.post(path, {"name": "bob", "role": "observer"}, format="json")
    assert role_in(event, bob) is EventRole.OBSERVER
    assert {"name": "bob", "role": "observer"}.items() <= owner.get(path).json()[-1].items()
    assert owner.post(f"{path}remove/", {"name": "bob"}, format="json").status_code == 204
    assert owner.post(f"{path}remove/", {"name": "bob"}, format="json").status_code == 404
    assert role_in(event, bob) is None
