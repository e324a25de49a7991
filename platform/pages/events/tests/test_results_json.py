"""Results as JSON against what was played, and against the CSV files."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from accounts.models import User
from bots.services import create_bot
from games.tests import stakes
from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events.planning import acts
from ladder.events.tests import series_steps, steps
from ladder.events.tests.steps import authors
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from matches.tests import crowd

pytestmark = pytest.mark.django_db
DOCUMENT = Path(__file__).resolve().parents[4] / "docs" / "event-results.md"


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    groups = {"games": 2, "groups": 2}
    league = steps.stage("league", Kind.ROUND_ROBIN, options=groups)
    cup = steps.stage("cup", Kind.SINGLE, Feed("league", 2), options={"games": 1})
    event = steps.begin(olga, authors(6), league, cup)
    steps.play_all(event)
    return event


def read(client, event):
    answer = client.get(f"{event.get_absolute_url()}results.json")
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    return json.loads(answer.getvalue())


def rows(client, event, name):
    text = client.get(f"{event.get_absolute_url()}{name}").getvalue().decode()
    return list(csv.DictReader(text.splitlines()))


def test_tables_follow_from_the_matches(client, event):
    found = read(client, event)
    assert found["format"] == 1
    assert found["event"]["state"] == "finished"
    assert [line["bot"] for line in found["final"][0]["lines"][:2]] == ["b0", "b1"]
    league, cup = found["stages"]
    assert (league["kind"], cup["kind"]) == ("round-robin", "single-elimination")
    points: Counter[str] = Counter()
    for match in found["matches"]:
        if match["stage"] == "league" and match["state"] == "counted":
            points[next(s["bot"] for s in match["seats"] if s["rank"] == 1)] += 1
    assert sum(points.values()) == 12, "two groups of three, two games each"
    assert {line["bot"]: line["points"] for line in league["lines"]} == {
        f"b{n}": points[f"b{n}"] for n in range(6)
    }
    assert {line["group"] for line in league["lines"]} == {"A", "B"}
    assert found["kept_back"] == []


def test_it_says_the_same_as_the_files(client, event):
    found = read(client, event)
    final = rows(client, event, "final.csv")
    assert [(row["place"], row["bot"]) for row in final] == [
        (str(line["place"]), line["bot"]) for line in found["final"][0]["lines"]
    ]
    matches = rows(client, event, "matches.csv")
    assert [(row["match"], row["state"], row["seat_1_rank"]) for row in matches] == [
        (str(m["match"]), m["state"], str(m["seats"][0]["rank"])) for m in found["matches"]
    ]


def test_what_is_kept_back_is_not_in_it_but_for_those_who_may_see_it(client, event, olga):
    acts.reveal(event.stages.get(key="cup"), olga, Reveal.HIDDEN)
    found = read(client, event)
    assert [stage["key"] for stage in found["stages"]] == ["league"]
    assert found["kept_back"] == ["cup"]
    assert {match["stage"] for match in found["matches"]} == {"league"}
    assert not any(table["decided"] for table in found["final"])
    client.force_login(olga)
    assert len(read(client, event)["stages"]) == 2


def test_a_series_has_wins_also_on_paper(client, olga, redis_client, monkeypatch):
    crowd.install(monkeypatch, stakes)
    bots = [create_bot(User.objects.create_user(f"owner-{n}"), "stakes", f"s{n}") for n in range(3)]
    for bot in bots:
        add_version(bot)
        bot.refresh_from_db()
    event = series_steps.begun(olga, bots)
    series_steps.win(event, 0)
    series_steps.win(event, 0)
    lines = read(client, event)["stages"][0]["lines"]
    assert sorted(line["wins"] for line in lines) == [0, 0, 2]
    page = client.get(f"{event.get_absolute_url()}print/?part=tables").text
    starts_with = r'<td class="num fit">[^<]*\d[^<]*</td>'
    assert re.search(rf'<td class="num fit">2 of 5</td>\s*{starts_with}', page)


def test_the_document_names_every_field(client, event):
    words = set(re.findall(r"`([a-z_]+)`", DOCUMENT.read_text()))
    assert set(_keys(read(client, event))) - {*_breaks(client, event)} <= words


def _breaks(client, event):
    lines = [line for stage in read(client, event)["stages"] for line in stage["lines"]]
    return {name for line in lines for name in line["tie_breaks"]} | {"format"}


def _keys(found):
    if isinstance(found, dict):
        for key, value in found.items():
            yield key
            yield from _keys(value)
    elif isinstance(found, list):
        for each in found:
            yield from _keys(each)
