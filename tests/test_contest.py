"""A whole contest by itself on a whole site: many bots of two games, from the registration to
the finals, with a season, a brawl by rules of its own, a worker that is killed, a result that is
taken back and a bot that is disqualified."""

from __future__ import annotations

import csv
import io
import os
import signal
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.contest import plain
from tests.inside import inside
from tests.site import Site, clean_environment, eventually, running_site

pytestmark = [pytest.mark.xdist_group("contest"), pytest.mark.timeout(2400)]

Ask = Callable[..., Any]
SECONDS = 900
"""Of patience; on an idle machine all of it takes four minutes."""


@pytest.fixture
def site() -> Iterator[Site]:
    """With the house bots that are guests of the contest, and a short queue of ladder matches."""
    with running_site(
        ARBITER_DEMO="xghj", ARBITER_LADDER_QUEUE_DEPTH="2", ARBITER_MATCH_WORKERS="2"
    ) as site:
        yield site


@pytest.fixture
def clerk(site: Site) -> Iterator[Ask]:
    """The actions of organizers and authors, in a process of the site."""
    with inside("tests.contest.clerk", clean_environment(site.var)) as process:
        yield process.ask


def stages(clerk: Ask) -> dict[str, str]:
    found = clerk("status")
    troubles = {key: row["trouble"] for key, row in found["stages"].items() if row["trouble"]}
    if " is paused. " in troubles.get("xghj-season", ""):  # by the clerk, who has enough matches
        del troubles["xghj-season"]
    assert troubles == {}, found
    return {key: row["state"] for key, row in found["stages"].items()}


def kill_a_worker(clerk: Ask) -> str:
    """One that plays a match of the event; their names have their process."""

    found = eventually(lambda: clerk("status")["running"], SECONDS, 0.5)
    name = str(found[0][1])
    os.kill(int(name.split(":")[1].split("-")[1]), signal.SIGKILL)
    return name


def final_tables(site: Site, slug: str) -> dict[str, plain.Table]:
    """By the name of the last stage: bots and places, as everybody may download them."""
    with urllib.request.urlopen(f"{site.address}/events/{slug}/final.csv", timeout=60) as answer:  # noqa: S310
        rows = list(csv.DictReader(io.StringIO(answer.read().decode("utf-8-sig"))))
    found: dict[str, plain.Table] = {}
    for row in rows:
        found.setdefault(row["final"], []).append(
            (f"{row['owner']}/{row['bot']}", int(row["place"]))
        )
    return found


@pytest.mark.parametrize(
    ("size", "bots"), [("short", 8), pytest.param("whole", 16, marks=pytest.mark.nightly)]
)
def test_a_contest_runs_from_registration_to_its_finals_by_itself(
    site: Site, clerk: Ask, size: str, bots: int
):
    clerk("people", size)
    eventually(lambda: (found := clerk("ready", size))["ready"] == found["of"], SECONDS, 3)
    event = clerk("announce", size)
    assert event["entries"] == bots
    eventually(lambda: clerk("status")["state"] == "running", 60, 1)
    kill_a_worker(clerk)
    taken_back = eventually(lambda: clerk("void", "snake-groups")["match"], SECONDS, 1)
    eventually(lambda: clerk("pause_season", size)["done"], SECONDS, 1)
    eventually(lambda: stages(clerk)["snake-cup"] != "waiting", SECONDS, 2)
    clerk("disqualify", "snake-3")
    clerk("disqualify", "xghj-1")
    eventually(lambda: set(stages(clerk).values()) <= {"finished"}, SECONDS, 3)
    eventually(lambda: clerk("status")["state"] == "finished", 60, 1)
    report = clerk("report")
    check(report, taken_back, going_on=1 if size == "short" else 2)
    told = final_tables(site, event["slug"])
    for name, key in {"Finals": "xghj-finals", "Cup": "snake-cup"}.items():
        assert sorted(told[name]) == sorted(plain.final(report, key))


def check(report: dict[str, Any], taken_back: int, going_on: int) -> None:
    """Every table is the one that follows from the matches, and all that was planned happened."""
    found = plain.tables(report)
    for stage in report["stages"]:
        assert stage["places"] == dict(found[stage["key"]]), stage["key"]
    (void,) = [match for match in report["matches"] if match["id"] == taken_back]
    assert not void["counts"]
    assert set(report["out"]) == {"snake-author-3/snake-3", "xghj-author-1/xghj-1"}
    brawl = next(stage for stage in report["stages"] if stage["key"] == "xghj-brawl-1")
    finals = next(stage for stage in report["stages"] if stage["key"] == "xghj-finals")
    first = sorted(brawl["places"], key=lambda bot: brawl["places"][bot])[:going_on]
    assert set(first) - set(report["out"]) <= set(finals["groups"][0])
