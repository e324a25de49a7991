"""Events over the API."""

import pytest
from django.core.cache import cache

from api.tests.conftest import client_of
from bots.models import Bot
from games.tests import stakes
from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.tests.steps import authors, begin, open_event, play_all, stage
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from matches.tests import crowd

pytestmark = pytest.mark.django_db
LEAGUE = stage("league", Kind.ROUND_ROBIN)
CUP = stage("cup", Kind.SINGLE, Feed("league", 2))
ROOT = "/api/v1/events/"


@pytest.fixture(scope="module")
def over(kept_cast):
    """A league of four whose first two met in a cup; it is over."""
    ensure_seasons()
    play_all(begin(kept_cast.olga, authors(4), LEAGUE, CUP))


@pytest.fixture
def event(over, db, redis_client):
    return Event.objects.get()


@pytest.fixture
def bots(event):
    return list(Bot.objects.select_related("owner").order_by("pk"))


@pytest.fixture
def aside(event):
    """Leaves its address to the event that the test begins."""
    Event.objects.update(slug="earlier")


def get(path="", user=None, **query):
    return client_of(user).get(f"{ROOT}{path}", query)


def test_events_are_listed_without_drafts(event, olga):
    acts.create(olga, Draft("Secret", EventPlan((LEAGUE,))))
    assert [row["slug"] for row in get().json()["results"]] == ["open"]
    assert [row["slug"] for row in get(user=olga).json()["results"]] == ["secret", "open"]
    assert get(state="open").json()["results"] == []
    assert [get("secret/", user=user).status_code for user in (None, olga)] == [404, 200]


def test_one_has_its_stages_and_its_standings(event):
    body = get("open/").json()
    assert (body["event"]["state"], body["event"]["takes_entries"]) == ("finished", False)
    assert [(s["key"], s["kind"], s["state"]) for s in body["stages"]] == [
        ("league", "round-robin", "finished"),
        ("cup", "single-elimination", "finished"),
    ]
    assert body["stages"][1]["feeds"] == [
        {
            "stage": "league",
            "count": 2,
            "first": 1,
            "pass_on": True,
            "exclude": False,
            "each_group": False,
        }
    ]
    (final,) = body["standings"]
    assert [(r["place"], r["bot"]["name"], r["reached"]) for r in final["rows"]] == [
        (1, "b0", "Cup"),
        (2, "b1", "Cup"),
        (3, "b2", "League"),
        (4, "b3", "League"),
    ]


def test_a_stage_has_its_table_now_and_after_a_round(event):
    body = get("open/stages/league/").json()
    (group,) = body["groups"]
    first = group["rows"][0]
    assert (first["place"], first["bot"]["name"], first["points"], first["won"]) == (1, "b0", 6, 3)
    assert first["goes_on_to"] == ["Cup"]
    assert len(first["tie_breaks"]) == len(body["tie_breaks"]) == 4
    early = get("open/stages/league/", after=1).json()["groups"][0]["rows"]
    assert {row["played"] for row in early} == {1}
    assert get("open/stages/none/").status_code == 404


def test_a_long_table_has_pages(event, aside, olga, bots):
    groups = stage("league", Kind.ROUND_ROBIN, options={"groups": 2, "group_size": 2, "games": 1})
    begin(olga, bots, groups)

    def pages(size):
        address, found = "open/stages/league/", []
        body = get(address, page_size=size).json()
        while True:
            found.append([(g["name"], len(g["rows"])) for g in body["groups"]])
            if body["next"] is None:
                return body["count"], found
            body = client_of(None).get(body["next"]).json()

    assert pages(3) == (4, [[("Group A", 2), ("Group B", 1)], [("Group B", 1)]])
    assert pages(100) == (4, [[("Group A", 2), ("Group B", 2)]])
    assert get("open/stages/league/", page=2).status_code == 404


def test_a_long_bracket_has_pages(event):
    second = get("open/stages/cup/", page=2, page_size=1).json()
    (group,) = second["groups"]
    assert [row["bot"]["name"] for row in group["rows"]] == ["b1"]
    assert (group["slots"], second["next"]) == ([], None)


def test_a_bracket_has_its_places(event):
    (group,) = get("open/stages/cup/").json()["groups"]
    (final,) = group["slots"]
    assert (final["name"], final["winner"]["name"], final["bracket"]) == ("Final", "b0", "final")
    assert [place["bot"]["name"] for place in final["entrants"]] == ["b0", "b1"]


def test_matches_come_with_what_they_were_played_for(event):
    body = get("open/matches/").json()
    assert len(body["results"]) == 14
    newest = body["results"][0]
    assert (newest["stage"], newest["words"], newest["lost"]) == (
        "Cup",
        "Cup, final, game 2",
        False,
    )
    assert len(newest["match"]["seats"]) == 2


def test_words_of_a_match_name_its_group(olga, bots, aside):
    options = {"groups": 2, "group_size": 2}
    play_all(begin(olga, bots, stage("league", Kind.ROUND_ROBIN, options=options)))
    words = {row["words"] for row in get("open/matches/").json()["results"]}
    assert "League, group A, round 1, match 1, game 1" in words
    assert "League, group B, round 1, match 1, game 1" in words


def test_a_series_of_a_stage_has_its_standings_and_games(
    olga, alice, bob, charlie, monkeypatch, aside
):
    from bots.services import create_bot

    crowd.install(monkeypatch, stakes)
    made = []
    for owner in (alice, bob, charlie, olga):
        bot = create_bot(owner, "stakes", f"of-{owner}")
        add_version(bot)
        bot.refresh_from_db()
        made.append(bot)
    Bot.objects.filter(pk=made[3].pk).update(is_house=True)
    plan = stage("round", Kind.SERIES, game="stakes", ruleset="three")
    event = begin(olga, made[:3], plan)
    (group,) = get("open/stages/round/").json()["groups"]
    game = event.stages.get().series.get().games.get()
    assert group["series"]["winners"] == 1
    assert len(group["series"]["standings"]) == 3
    assert group["series"]["now"] == {"number": 1, "match": game.match_id}
    acts.reveal(event.stages.get(), olga, Reveal.HIDDEN)
    assert get("open/stages/round/").json()["groups"] == []


def test_results_that_are_kept_back_are_not_told(event, olga, bots):
    acts.reveal(event.stages.get(key="league"), olga, Reveal.HIDDEN)
    for user in (None, bots[0].owner):
        detail = get("open/", user=user).json()
        assert detail["standings"] == []
        assert [stage["results"] for stage in detail["stages"]] == ["hidden", "public"]
        for key in ("league", "cup"):
            body = get(f"open/stages/{key}/", user=user).json()
            assert (body["shown"], body["groups"]) == (False, [])
        assert get("open/matches/", user=user).json()["results"] == []
    assert len(get("open/matches/", user=olga).json()["results"]) == 14


def test_bots_are_entered_and_withdrawn(olga, alice, bots, aside):
    event = open_event(olga, LEAGUE)
    owner = bots[0].owner
    asked = {"bot": bots[0].pk}
    assert client_of(None).post(f"{ROOT}open/enter/", asked, format="json").status_code == 401
    assert client_of(alice).post(f"{ROOT}open/enter/", asked, format="json").status_code == 403
    answer = client_of(owner).post(f"{ROOT}open/enter/", asked, format="json")
    assert (answer.status_code, answer.json()["bot"]["name"]) == (201, "b0")
    assert [row["bot"]["name"] for row in get("open/entries/").json()["results"]] == ["b0"]
    again = client_of(owner).post(f"{ROOT}open/enter/", asked, format="json")
    assert (again.status_code, again.json()["detail"]) == (400, "author-0/b0 has already entered.")
    assert client_of(alice).post(f"{ROOT}open/withdraw/", asked, format="json").status_code == 403
    answer = client_of(owner).post(f"{ROOT}open/withdraw/", asked, format="json")
    assert answer.status_code == 204
    assert not event.entries.filter(withdrawn_at=None).exists()
    assert client_of(owner).post(f"{ROOT}open/withdraw/", asked, format="json").status_code == 404
    assert client_of(owner).post(f"{ROOT}open/enter/", {"bot": 0}, format="json").status_code == 400


def test_entering_is_limited_as_asking_for_matches_is(olga, bots, aside, monkeypatch):
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "match", "2/hour")
    cache.clear()
    open_event(olga, LEAGUE)
    client = client_of(bots[0].owner)
    asked = {"bot": bots[0].pk}
    codes = [client.post(f"{ROOT}open/enter/", asked, format="json").status_code for _ in range(3)]
    assert codes == [201, 400, 429]
