"""No page, list, file, feed or API tells rounds and places that are not shown yet."""

from __future__ import annotations

import re

import pytest

from following import noting
from following.models import Happening
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.models import EncounterGame, Event, EventMember
from ladder.events.roles import EventRole
from ladder.events.showing import ceremony
from ladder.events.tests.steps import authors, begin, play_all, stage
from ladder.seasons.current import ensure_seasons

pytestmark = pytest.mark.django_db
EVENT = "/events/open/"
API = "/api/v1/events/open/"
PAGES = [EVENT, "state/", "standings/", "matches/", "matches.csv", "final.csv", "atom.xml"]
PAGES += ["stages/cup/", "stages/cup/state/", "stages/cup/table.csv", "stages/cup/?after=2"]
PAGES += ["stages/cup/table.csv?after=2", "stages/cup/?round=2", "projector/", "projector/state/"]
ELSEWHERE = [API, f"{API}stages/cup/", f"{API}stages/cup/?after=2", f"{API}matches/"]
ELSEWHERE += ["/matches/", "/api/v1/matches/", "/people/author-0/", "/bots/author-0/b0/"]
ELSEWHERE += ["/people/author-1/", "/live/wall/matches/?event=open", "/events/", "/search/?q=b0"]
ELSEWHERE += ["/embed/events/open/", "/bots/author-0/b0/atom.xml", "/people/author-0/atom.xml"]


@pytest.fixture(scope="module")
def over(kept_cast):
    """A public league and a hidden cup of four, both over."""
    ensure_seasons()
    cup = stage("cup", Kind.SINGLE, Feed("league", 4), reveal=Reveal.HIDDEN)
    play_all(begin(kept_cast.olga, authors(6), stage("league", Kind.ROUND_ROBIN), cup))


@pytest.fixture
def cup(over, db, redis_client):
    return Event.objects.get().stages.get(key="cup")


def of_round(number: int) -> list[int]:
    games = EncounterGame.objects.filter(encounter__stage__key="cup", encounter__round=number)
    return list(games.values_list("match", flat=True))


def addresses() -> list[str]:
    return [each if each == EVENT else f"{EVENT}{each}" for each in PAGES] + ELSEWHERE


def told(client, matches: list[int]) -> list[str]:
    """The addresses that name one of these matches."""
    ids = "|".join(map(str, matches))
    named = re.compile(rf'matches/({ids})\b|"id":\s*({ids})\b|[,\[]({ids})[,\]]')
    found = []
    for path in addresses():
        answer = client.get(path)
        assert answer.status_code in (200, 404), path
        if answer.status_code == 200 and named.search(answer.getvalue().decode()):
            found.append(path)
    return found


def test_matches_of_later_rounds_are_nowhere(client, cup, olga):
    early, late = of_round(1), of_round(2)
    assert told(client, early + late) == []
    ceremony.show_rounds(cup, olga, 1)
    assert told(client, late) == []
    pages = told(client, early)
    for path in ("matches/", "matches.csv", "stages/cup/", "atom.xml"):
        assert (f"{EVENT}{path}" in pages) == (path != "stages/cup/"), path
    assert f"{API}matches/" in pages
    assert [client.get(f"/matches/{pk}/").status_code for pk in (early[0], late[0])] == [200, 404]
    assert client.get(f"/api/v1/matches/{late[0]}/").status_code == 404
    assert client.get(f"/embed/matches/{late[0]}/").status_code == 404
    rows = EncounterGame.objects.filter(match__in=[early[0], late[0]]).order_by("encounter__round")
    urls = [f"{EVENT}stages/cup/encounters/{row.encounter_id}/" for row in rows]
    assert [client.get(url).status_code for url in urls] == [200, 404]
    assert [client.get(f"{url}state/").status_code for url in urls] == [200, 404]


def test_tables_are_those_after_the_round_that_is_shown(client, cup, olga):
    ceremony.show_rounds(cup, olga, 1)
    page = client.get(f"{EVENT}stages/cup/").content.decode()
    assert "Results are shown up to round 1." in page
    assert "to be decided" not in page
    assert page.count("bracket-won") == 2
    assert "after round 2" not in page
    assert client.get(f"{EVENT}stages/cup/?after=2").content.decode().count("bracket-won") == 2
    answer = client.get(f"{API}stages/cup/").json()
    assert (answer["shown"], answer["up_to_round"]) == (True, 1)
    winners = [slot["winner"] for group in answer["groups"] for slot in group["slots"]]
    assert sum(winner is not None for winner in winners) == 2
    lines = client.get(f"{EVENT}stages/cup/table.csv").getvalue().decode().splitlines()
    played = [line.split(",")[lines[0].split(",").index("played")] for line in lines[1:]]
    assert played == ["1", "1", "1", "1"]


def test_places_above_the_ceremony_are_nowhere(client, cup, olga):
    ceremony.begin(cup, olga, 4)
    assert told(client, of_round(1) + of_round(2)) == []
    noting.sweep()
    assert not Happening.objects.filter(what__in=("place", "over")).exists()
    rows = client.get(API).json()["standings"][0]["rows"]
    assert [(row["place"], row["bot"]["name"]) for row in rows] == [(5, "b4"), (6, "b5")]
    text = client.get(f"{EVENT}final.csv").getvalue().decode()
    assert [line.split(",")[1] for line in text.splitlines()[1:]] == ["5", "6"]
    for path in (EVENT, f"{EVENT}standings/", f"{EVENT}projector/"):
        page = client.get(path).content.decode()
        assert "winner" not in page
        assert "4" in re.findall(r"(\d+)\s+(?:bots\s+are\s+)?still to come", page), path
    assert "place 1" not in client.get("/people/author-0/").content.decode().lower()


def test_people_who_run_the_event_see_all_marked_as_kept_back(client, cup, olga, alice):
    ceremony.begin(cup, olga, 4)
    EventMember.objects.create(event=cup.event, person=alice, role=EventRole.OBSERVER)
    for person in (olga, alice):
        client.force_login(person)
        _sees_all(client)


def _sees_all(client):
    for path in (f"{EVENT}stages/cup/", f"{EVENT}standings/", EVENT):
        assert "Kept back." in client.get(path).content.decode(), path
    assert client.get(f"/matches/{of_round(2)[0]}/").status_code == 200
    late = [pk for pk in told(client, of_round(2)) if pk.startswith(API)]
    assert late == [f"{API}matches/"]
