"""One contest in every form that readers get: pages, files, API, paper, projector and archive.

It has a season of its own, a bot that withdrew, two that were disqualified, and a hidden final.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from itertools import combinations
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from ladder.core.contest.plan import Feed, Kind, Reveal, Seeding
from ladder.events.entrants import dropping
from ladder.events.mending.rulings import Disqualify
from ladder.events.models import Event, Projector, Scene
from ladder.events.reading.viewer import EventViewer
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import rated
from matches.recorded.results import score_of
from pages.events.archive.builder import EventArchive
from pages.templatetags.site import decimals, season_points

pytestmark = pytest.mark.django_db
PATH = "/events/open/"
Lines = dict[str, tuple[int, str]]
"""By bot its place, and how it left."""

SEASON: Lines = {
    "b0": (1, ""),
    "b2": (2, ""),
    "b3": (3, ""),
    "b4": (4, ""),
    "b1": (5, "disqualified"),
    "b5": (5, "disqualified"),
}
CHANCE: Lines = {
    "b2": (1, ""),
    "b4": (2, ""),
    "b3": (3, "withdrew"),
    "b1": (4, "disqualified"),
    "b5": (4, "disqualified"),
}
"""b0 has reached the final already."""
FINAL: Lines = {
    "b0": (1, ""),
    "b2": (2, ""),
    "b4": (3, ""),
    "b3": (4, "withdrew"),
    "b1": (5, "disqualified"),
    "b5": (5, "disqualified"),
}
"""The bots of the hidden final stand before all that the stage before has eliminated."""


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    own = {"new_season": True, "points": True}
    season = steps.stage("season", Kind.LADDER, ends=60, options=own)
    more: dict[str, Any] = {"seeding": Seeding.ORDER, "options": {"games": 1}}
    chance = steps.stage("chance", Kind.ROUND_ROBIN, Feed("season", None, 2), **more)
    feeds = (Feed("season", 1), Feed("chance", 2))
    final = steps.stage("final", Kind.SINGLE, *feeds, reveal=Reveal.HIDDEN, **more)
    event = steps.begin(olga, steps.authors(6), season, chance, final)
    held = event.stages.get(key="season")
    assert held.season is not None
    bots = [entry.bot for entry in event.entries.order_by("pk")]
    for pair in combinations(bots, 2):
        steps.play(rated(held.season, *pair))
    steps.end_season(held)
    steps.play(steps.waiting(event)[0])
    entry = event.entries.get(bot__name="b3")
    dropping.withdraw(entry, entry.bot.owner, "A bug")
    for name in ("b1", "b5"):
        Disqualify(event.entries.get(bot__name=name)).do(olga, "two authors")
    steps.play_all(event)
    assert event.state == Event.State.FINISHED
    return event


def rows(text: str) -> Lines:
    """The lines of the tables in HTML: each row's first number, its bot, and how it left."""
    found: Lines = {}
    for row in re.findall(r"<tr.*?</tr>", text, re.DOTALL):
        words = re.sub(r"<[^>]*>", " ", row).replace("/ ", "/")
        place, name = re.search(r"\b\d+\b", words), re.search(r"\bb\d\b", words)
        if place and name:
            left = re.search("disqualified|withdrew", words)
            found[name[0]] = (int(place[0]), left[0] if left else "")
    return found


def section(page: str, mark: str) -> str:
    """From the mark to the end of the table after it."""
    return page[page.index(mark) :].split("</table>", 1)[0]


def cells(text: str) -> Lines:
    found = {}
    for row in csv.DictReader(io.StringIO(text)):
        left = [name for name in ("disqualified", "withdrew") if row[name] == "yes"]
        found[row["bot"]] = (int(row["place"]), "".join(left))
    return found


def told(lines: list[dict[str, Any]]) -> Lines:
    """Of JSON, where the bot is a name or an object of the API."""
    found = {}
    for row in lines:
        left = [name for name in ("disqualified", "withdrew") if row[name]]
        name = row["bot"] if isinstance(row["bot"], str) else row["bot"]["name"]
        found[name] = (row["place"], "".join(left))
    return found


def projected(client, event: Event, key: str = "") -> Lines:
    """Of a stage, or of the whole event."""
    stage = event.stages.filter(key=key).first()
    Projector.objects.update_or_create(
        event=event, defaults={"scene": Scene.TABLE.value, "stage": stage}
    )
    text = client.get(f"{PATH}projector/state/").text
    assert f">{stage.name if stage else 'Standings so far'}" in text
    return rows(re.sub("</?li", lambda tag: tag[0].replace("li", "tr"), text))


def archived(event: Event) -> zipfile.ZipFile:
    file = io.BytesIO()
    viewer = EventViewer(Event.objects.get(pk=event.pk), AnonymousUser())
    EventArchive(viewer, with_replays=False).write(file)
    return zipfile.ZipFile(file)


def test_all_say_the_same_of_a_withdrawal_a_disqualification_a_hidden_stage_and_a_season(
    client, event
):
    results = json.loads(client.get(f"{PATH}results.json").getvalue())
    answer = client.get("/api/v1/events/open/").json()
    paper, archive = client.get(f"{PATH}print/").text, archived(event)
    kept = json.loads(archive.read("data/results.json"))
    assert results["kept_back"] == kept["kept_back"] == ["final"]
    for key, expected in (("season", SEASON), ("chance", CHANCE)):
        path = f"{PATH}stages/{key}/"
        (group,) = client.get(f"/api/v1{path}").json()["groups"]
        shown = {
            "page": rows(section(client.get(path).text, "table-title")),
            "csv": cells(client.get(f"{path}table.csv").getvalue().decode()),
            "json": told(next(s["lines"] for s in results["stages"] if s["key"] == key)),
            "api": told(group["rows"]),
            "paper": rows(section(paper, f"{key.title()}: table")),
            "projector": projected(client, event, key),
            "archive's page": rows(
                section(archive.read(f"stages/{key}/index.html").decode(), "table-title")
            ),
            "archive's csv": cells(archive.read(f"data/stages/{key}.csv").decode()),
            "archive's json": told(next(s["lines"] for s in kept["stages"] if s["key"] == key)),
        }
        assert shown == dict.fromkeys(shown, expected), key
    final = {
        "page": rows(client.get(f"{PATH}standings/").text),
        "csv": cells(client.get(f"{PATH}final.csv").getvalue().decode()),
        "json": told(results["final"][0]["lines"]),
        "api": told(answer["standings"][0]["rows"]),
        "paper": rows(section(paper, "Standings so far")),
        "projector": projected(client, event),
        "archive's page": rows(archive.read("index.html").decode()),
        "archive's csv": cells(archive.read("data/final.csv").decode()),
        "archive's json": told(kept["final"][0]["lines"]),
    }
    assert final == dict.fromkeys(final, FINAL)


def test_every_form_says_who_left_in_which_group_and_over_how_many_matches(client, event, olga):
    paper = client.get(f"{PATH}print/?part=tables").text
    season, chance = section(paper, "Season: table"), section(paper, "Chance: table")
    assert re.findall(r"<th[^>]*>(\w+)</th>", season) == ["Bot", "Points", "Matches"]
    assert "Group A" not in chance, "it has one group"
    text = client.get(f"{PATH}stages/chance/table.csv").getvalue().decode()
    assert {row["group"] for row in csv.DictReader(io.StringIO(text))} == {""}
    matches = client.get(f"{PATH}matches/").text
    assert "Matches of Season are" in matches
    assert "The whole ladder" in client.get(f"{PATH}stages/season/").text
    page = archived(event).read("stages/season/index.html").decode()
    assert "The whole ladder" not in page, "it has no such page"
    assert "/games/snake/matches/?ruleset=" in matches
    projected(client, event, "chance")
    Projector.objects.update(scene=Scene.RACE.value)
    race = client.get(f"{PATH}projector/state/").text
    left = re.findall(r"<bdi>(b\d)</bdi><small>(\w+)</small>", race)
    assert left == [("b3", "withdrew"), ("b1", "disqualified"), ("b5", "disqualified")]
    widths = [int(width) for width in re.findall(r'id="race-\d+" width="(-?\d+)"', race)]
    assert widths[0] == 100, "the first of those that play on fills its bar"
    assert widths[-2:] == [0, 0]
    Disqualify(event.entries.get(bot__name="b4")).do(olga, "two authors")
    players = client.get(f"{PATH}stages/final/").text
    assert players[players.index('id="players"') :].split("</ul>", 1)[0].count("disqualified") == 1


def test_points_of_a_season_are_the_same_everywhere_and_formatted(client, event):
    path = f"{PATH}stages/season/"
    text = client.get(f"{path}table.csv").getvalue().decode()
    points = {row["bot"]: float(row["points"]) for row in csv.DictReader(io.StringIO(text))}
    counted = {row["played"] for row in csv.DictReader(io.StringIO(text))}
    assert len(counted) == 1, "all play the same number of matches"
    (group,) = client.get(f"/api/v1{path}").json()["groups"]
    assert {row["bot"]["name"]: row["points"] for row in group["rows"]} == points
    results = json.loads(client.get(f"{PATH}results.json").getvalue())
    lines = next(stage["lines"] for stage in results["stages"] if stage["key"] == "season")
    assert {line["bot"]: line["points"] for line in lines} == points
    page = section(client.get(path).text, "table-title")
    first = re.sub(r"<[^>]*>|\s+", " ", re.findall(r"<tr.*?</tr>", page, re.DOTALL)[1]).split()
    assert first[-2:] == [f"{points['b0']:g}", *counted]


def test_points_have_at_most_two_decimals():
    shown = [score_of(points) for points in (380 / 3, 290 / 3, 0.5, -3.0, 1_000_000.0, -0.001)]
    assert shown == ["126.67", "96.67", "0.5", "−3", "1000000", "0"]


def test_tables_of_the_ladder_have_a_true_minus_sign_too():
    assert [decimals(each, 2) for each in (-0.64, 3.0, None)] == ["−0.64", "3.00", ""]
    assert season_points(-14.0) == '<strong class="figure">−14.0</strong>'


def drawn(names: list[str]) -> list[int]:
    """Everybody is first."""
    return [1] * len(names)


def test_brackets_and_encounters_say_who_left_and_what_the_seed_decided(client, olga, redis_client):
    ensure_seasons()
    options = {"games": 1, "extra": 0}
    cup = steps.stage("cup", Kind.SINGLE, seeding=Seeding.ORDER, options=options)
    event = steps.begin(olga, steps.authors(4), cup)
    entry = event.entries.get(bot__name="b2")
    dropping.withdraw(entry, entry.bot.owner, "A bug")
    steps.play_all(event, drawn)
    final = event.stages.get().encounters.get(name="Final")
    page = client.get(f"{PATH}stages/cup/").text
    assert page.count("All games were equal, so the better seed won.") == 2
    bracket = page[page.index('class="bracket"') :].split("</section></div>", 1)[0]
    assert re.search(r'class="owner">author-2/</bdi>.*?withdrew', bracket, re.DOTALL)
    met = client.get(f"{PATH}stages/cup/encounters/{final.pk}/").text
    assert "All games were equal, so the better seed won." in met
    paper = client.get(f"{PATH}print/?part=brackets").text
    assert paper.count("by seed") == 2
    assert re.search(r'class="owner">author-2/</bdi>.*?withdrew', paper, re.DOTALL)
    (group,) = client.get(f"/api/v1{PATH}stages/cup/").json()["groups"]
    slots = {slot["name"]: slot for slot in group["slots"]}
    assert {name: slot["by_seed"] for name, slot in slots.items()} == {
        "Semi-final 1": True,
        "Semi-final 2": False,
        "Final": True,
    }
    assert [place["withdrew"] for place in slots["Semi-final 2"]["entrants"]] == [False, True]


def test_a_shared_place_of_which_one_qualifies_says_that_the_seed_decided(
    client, olga, redis_client
):
    ensure_seasons()
    cup = steps.stage("cup", Kind.SINGLE, seeding=Seeding.ORDER, options={"games": 1})
    event = steps.begin(
        olga, steps.authors(4), cup, steps.stage("next", Kind.SWISS, Feed("cup", 3))
    )
    while not event.stages.get(key="next").started:
        steps.play_all(event, most=1)
    words = "author-2/b2 and author-3/b3 share place 3. The seed decided which of them qualify."
    path = f"{PATH}stages/cup/"
    assert words in client.get(path).text
    assert words in client.get(f"{PATH}print/?part=tables").text
    text = client.get(f"{path}table.csv").getvalue().decode()
    assert [row["tie"] for row in csv.DictReader(io.StringIO(text))] == ["", "", words, words]
    (group,) = client.get(f"/api/v1{path}").json()["groups"]
    assert [row["tied"] for row in group["rows"]] == [False, False, True, True]
    assert group["ties"] == [words]
    results = json.loads(client.get(f"{PATH}results.json").getvalue())
    assert [line["tie"] for line in results["stages"][0]["lines"]] == ["", "", words, words]
