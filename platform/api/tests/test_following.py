"""Follow and unfollow by programs."""

from __future__ import annotations

import pytest

from following import services
from games.registry import GAMES
from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.tests.steps import open_event, stage

pytestmark = pytest.mark.django_db
BASE = "/api/v1/following/"


@pytest.fixture
def event(olga, worm):
    return open_event(olga, stage("cup", Kind.SINGLE))


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("bot/alice/worm", "alice/worm"),
        ("person/alice", "alice"),
        ("event/open", "Open"),
        ("game/snake", "Snake"),
    ],
)
def test_each_kind_is_followed_and_unfollowed(people, event, path, title):
    kind, _, key = path.partition("/")
    mine = people["charlie"]
    state = {"kind": kind, "key": key, "title": title, "following": False, "followers": 0}
    assert mine.get(f"{BASE}{path}/").json() == state
    for _ in range(2):
        assert mine.put(f"{BASE}{path}/").json() == {**state, "following": True, "followers": 1}
    (row,) = mine.get(BASE).json()
    assert (row["kind"], row["key"], row["title"]) == (kind, key, title)
    assert row["since"]
    assert people["bob"].get(BASE).json() == []
    for _ in range(2):
        assert mine.delete(f"{BASE}{path}/").status_code == 204
    assert mine.get(f"{BASE}{path}/").json() == state


def test_hidden_and_unknown_things_answer_alike(people, event):
    Event.objects.update(state=Event.State.DRAFT)
    details = set()
    for path in ("event/open", "event/none", "map/1", "bot/alice/none"):
        for method in ("get", "put", "delete"):
            answer = getattr(people["charlie"], method)(f"{BASE}{path}/")
            assert answer.status_code == 404
            details.add(answer.json()["detail"])
    assert len(details) == 1


def test_a_refusal_says_why(people, charlie, worm, monkeypatch):
    answer = people["alice"].put(f"{BASE}bot/alice/worm/")
    assert answer.status_code == 400
    assert "without following" in answer.json()["detail"]
    monkeypatch.setattr(services, "MOST", 1)
    services.follow(charlie, GAMES["snake"])
    answer = people["charlie"].put(f"{BASE}bot/alice/worm/")
    assert answer.status_code == 400
    assert "which is the limit" in answer.json()["detail"]
