"""Programs on the bare protocol, which know nothing of kits, play whole games.

Through the judger, and through the site from the upload to the replay.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bots.services import create_bot
from bots.tasks import build
from games.engine import JSON, Setup
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.tests import sightings, whole
from games.lost_in_space.tests.sightings import exported, logged
from games.replay import ReplayReader, ReplayWriter
from matches import services, tasks
from matches.recorded.replays import open_replay
from matches.tests.crowd import install
from sandbox.judger.client import judger
from sandbox.judger.job import Job
from sandbox.limits import Limits
from sandbox.play.bots import built
from sandbox.play.match import record
from sandbox.tests.matches import Played, collect, isolation

CLIENTS = Path(sightings.__file__).parent / "clients"
FILES = ("patient.py", "quiet.py", "eager.c")
SEATED = {
    "each of them": ("patient.py", "quiet.py", "eager.c", "patient.py"),
    "the quiet ones": ("quiet.py",) * 4,
    "others first": ("eager.c", "patient.py", "eager.c", "quiet.py"),
}
STANDARD = LOST_IN_SPACE.rulesets[0]


def check(files: tuple[str, ...], outcome: JSON, replay: ReplayReader, logs: list[str]) -> None:
    """All have escaped in order, and the replay has what each of them has seen."""
    assert [(seat["end"], seat["reason"]) for seat in outcome["seats"]] == [("ok", "")] * 4, logs
    assert {seat["data"]["status"] for seat in outcome["seats"]} == {"escaped"}
    rounds = json.loads(LOST_IN_SPACE.exports[0].write(replay))
    assert rounds[-1] == {str(n): round(seat["score"]) for n, seat in enumerate(outcome["seats"])}
    for file, log, seen in zip(files, logs, exported(rounds), strict=True):
        assert logged(log).at == seen.at, file
        assert logged(log).saw == seen.saw, file
        assert len(seen.at) > 25
        assert len(seen.saw) > 50
        # Its attacks meet nobody, but blinks come before them.
        assert ("pipelined 1\n" in log) == (file == "eager.c")
    told = Counter(file for file, log in zip(files, logs, strict=True) if log.endswith("escaped\n"))
    quiet = files.count("quiet.py")
    # The last escape ends the game, and the program that would write about it.
    assert set(told) <= {"quiet.py"}
    assert quiet - 1 <= told["quiet.py"] <= quiet


def judged(bots: Sequence[str]) -> tuple[Played, ReplayReader]:
    """A game of these bots by the real judger, in sandboxes."""
    seats = built(LOST_IN_SPACE, bots)
    job = Job(
        match="a match of clients",
        game=LOST_IN_SPACE.name,
        setup=Setup(STANDARD.seated([seat.name for seat in seats]), 1, STANDARD.name),
        seats=seats,
        limits=Limits.of_ruleset(STANDARD),
        wall_s=300,
        modules=(whole.__name__,),
        isolation=isolation(),
    )
    with judger(job) as running:
        played = collect(running)
    stored = io.BytesIO()
    writer = ReplayWriter(stored)
    for line in played.lines:
        record(writer, line)
    assert all(seat["faults"] == [] for seat in played.result["seats"])
    return played, ReplayReader(stored)


@pytest.mark.parametrize("files", SEATED.values(), ids=SEATED)
def test_they_play_a_whole_game_through_the_judger(files):
    played, replay = judged([str(CLIENTS / file) for file in files])
    check(files, played.result["outcome"], replay, [played.log(n) for n in range(4)])


def test_they_play_on_in_order_among_bots_that_kill_and_set_traps():
    names = [str(CLIENTS / file) for file in ("eager.c", "patient.py")]
    played, replay = judged(["house:stalker", *names, "house:camper"])
    rounds = json.loads(LOST_IN_SPACE.exports[0].write(replay))
    events = [event for turns in rounds[1:-1] for turn in turns for event in turn]
    assert {event["playerid"] for event in events if event["type"] == "died"} >= {1, 2}
    assert [played.end(seat)[0] for seat in range(4)] == ["ok"] * 4
    for seat in (1, 2):
        assert logged(played.log(seat)).at == exported(rounds)[seat].at


@pytest.fixture
def site(client, alice, redis_client, monkeypatch):
    """A browser of alice's at the site with the game."""
    install(monkeypatch, whole)
    client.force_login(alice)
    return client


def uploaded(site, alice, file: str):
    """A version of a bot of alice's, sent by the form, built, and through its first match."""
    name = Path(file).stem
    bot = create_bot(alice, LOST_IN_SPACE.name, name)
    page = f"/bots/alice/{name}/versions/"
    sent = SimpleUploadedFile(file, (CLIENTS / file).read_bytes())
    assert site.post(f"{page}new/", {"file": sent})["Location"] == f"{page}1/"
    version = bot.versions.get()
    build(version.pk)
    for _ in range(2):  # a busy machine may disturb the first run
        tasks.play("matches")
    version.refresh_from_db()
    assert (version.state, version.failure) == ("ready", "")
    return version


@pytest.mark.django_db(transaction=True)
def test_they_are_uploaded_and_play_a_whole_match_through_the_site(site, alice):
    ready = {file: uploaded(site, alice, file) for file in FILES}
    files = SEATED["each of them"]
    match = services.request_match(
        alice, LOST_IN_SPACE.name, STANDARD.name, [ready[file] for file in files], seed=4
    )
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("finished", "")
    logs = ["".join(row["text"] for row in services.seat_log(seat)) for seat in match.seats.all()]
    with open_replay(match) as replay:
        check(files, match.outcome, replay, logs)
    assert site.get(match.get_absolute_url()).status_code == 200
