"""A whole contest by itself on a whole site: sixteen bots of two games, from the registration to
the finals, with a season, a brawl by rules of its own, a worker that is killed, a result that is
taken back and a bot that is disqualified."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.contest import plain
from tests.site import ROOT, Site, clean_environment, eventually, running_site

pytestmark = [pytest.mark.xdist_group("site"), pytest.mark.timeout(2400)]

SECONDS = 900
"""Of patience; on an idle machine all of it takes four minutes."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """With a short queue of ladder matches, so that they take little from the contest."""
    with running_site(ARBITER_LADDER_QUEUE_DEPTH="2", ARBITER_MATCH_WORKERS="2") as site:
        yield site


def clerk(site: Site, *words: str) -> Any:
    """What organizers and authors do, in a process of the site."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    env = clean_environment(site.var, DJANGO_SETTINGS_MODULE="arbiter.settings", PYTHONPATH=paths)
    done = subprocess.run(
        [sys.executable, "-m", "tests.contest", *words],
        check=False,
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def stages(site: Site) -> dict[str, str]:
    found = clerk(site, "status")
    troubles = {key: row["trouble"] for key, row in found["stages"].items() if row["trouble"]}
    assert troubles == {}, found
    return {key: row["state"] for key, row in found["stages"].items()}


def kill_a_worker(site: Site) -> str:
    """One that plays a match of the event; their names have their process."""

    found = eventually(lambda: clerk(site, "status")["running"], SECONDS, 0.5)
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


def test_a_contest_runs_from_registration_to_its_finals_by_itself(site: Site):
    clerk(site, "people")
    eventually(lambda: (found := clerk(site, "ready"))["ready"] == found["of"], SECONDS, 3)
    event = clerk(site, "announce")
    assert event["entries"] == 16
    eventually(lambda: clerk(site, "status")["state"] == "running", 60, 1)
    kill_a_worker(site)
    taken_back = eventually(lambda: clerk(site, "void", "snake-groups")["match"], SECONDS, 1)
    eventually(lambda: stages(site)["snake-cup"] != "waiting", SECONDS, 2)
    clerk(site, "disqualify", "snake-3")
    clerk(site, "disqualify", "xghj-1")
    eventually(lambda: set(stages(site).values()) <= {"finished"}, SECONDS, 3)
    assert clerk(site, "status")["state"] == "finished"
    report = clerk(site, "report")
    check(report, taken_back)
    told = final_tables(site, event["slug"])
    for name, key in {"Finals": "xghj-finals", "Cup": "snake-cup"}.items():
        assert sorted(told[name]) == sorted(plain.final(report, key))


def check(report: dict[str, Any], taken_back: int) -> None:
    """Every table is the one that follows from the matches, and all that was planned happened."""
    found = plain.tables(report)
    for stage in report["stages"]:
        assert stage["places"] == dict(found[stage["key"]]), stage["key"]
    (void,) = [match for match in report["matches"] if match["id"] == taken_back]
    assert not void["counts"]
    assert set(report["out"]) == {"snake-author-3/snake-3", "xghj-author-1/xghj-1"}
    brawl = next(stage for stage in report["stages"] if stage["key"] == "xghj-brawl-1")
    finals = next(stage for stage in report["stages"] if stage["key"] == "xghj-finals")
    first = sorted(brawl["places"], key=lambda bot: brawl["places"][bot])[:2]
    assert set(first) - set(report["out"]) <= set(finals["groups"][0])
