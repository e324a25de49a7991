"""A game that was made outside, all the way: installed, bots uploaded, played, shown, exported."""

from __future__ import annotations

import json
import os
from io import StringIO

import pytest
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from bots.models import BotVersion
from bots.services import create_bot
from bots.tasks import build
from games.engine import Outcome
from games.foreign import STATIC_FOLDER
from games.foreign.game import own_replay
from games.registry import GAMES
from installs.tests.steps import tarred
from installs.welcome import ensure_house
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from matches import services, tasks
from matches.models import Match
from matches.playing import failures, runner
from matches.recorded.replays import open_replay
from notices.models import Kind, Notice
from sandbox.errors import LogicError
from sandbox.tests.foreign.games import bot, highest

RULESETS = [
    {
        "name": "short",
        "title": "Short",
        "summary": "Four rounds.",
        "seats": 2,
        "config": {"rounds": 4, "time": 5},
        "limits": {"turn_s": 5, "memory_mb": 128},
    },
    {
        "name": "broken",
        "title": "Broken",
        "seats": 2,
        "config": {"wrong": "crash", "wrong_in": 2},
        "limits": {"turn_s": 5, "memory_mb": 128},
    },
    {
        "name": "endless",
        "title": "Endless",
        "seats": 2,
        "config": {"rounds": 10**9, "watch": False},
        "limits": {"turn_s": 5, "memory_mb": 128},
    },
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the installed games."""
    games = tmp_path / "games"
    monkeypatch.setenv("ARBITER_GAMES", str(games))
    GAMES.refresh()
    yield games
    monkeypatch.undo()
    GAMES.refresh()


@pytest.fixture
def source(tmp_path):
    members = {"seats": None, "limits": None, "config": None, "rulesets": RULESETS}
    return highest(tmp_path / "highest", **members)


@pytest.fixture
def game(db, folder, source):
    """The game, as every process knows it from then on."""
    call_command("install_game", str(source), stdout=StringIO())
    return GAMES["highest"]


@pytest.fixture
def ready(transactional_db, redis_client, game, make_ready, alice):
    """The house's bot and alice's, each after its first match."""
    house = BotVersion.objects.get(bot__game=game.name, bot__is_house=True)
    build(house.pk)
    tasks.play("matches")
    house.refresh_from_db()
    mine = make_ready(create_bot(alice, game.name, "loud", "", None), bot(9))
    return house, mine


def test_bots_prove_themselves_against_the_house_bot_and_play(ready, alice):
    house, mine = ready
    assert [version.state for version in ready] == [BotVersion.State.READY] * 2
    proving = Match.objects.get(seats__version=mine, kind=Match.Kind.PROVING)
    assert [seat.version for seat in proving.seats.all()] == [mine, house]
    match = services.request_match(alice, "highest", "short", [house, mine], seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("finished", "")
    assert [(s.rank, s.score, s.end) for s in match.seats.all()] == [(2, 0, "ok"), (1, 4, "ok")]
    assert "asked in round 4" in services.seat_log(match.seats.get(number=1))[-1]["text"]


@pytest.fixture
def played(ready, alice):
    match = services.request_match(alice, "highest", "short", list(ready), seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    return match


def test_the_replay_can_be_read_from_anywhere_and_has_the_games_own(played):
    with open_replay(played) as replay:
        assert replay.frames == played.frames
        (last,) = replay.read(replay.frames - 1)
        assert last["key"]["scores"] == [0, 4]
        assert Outcome.from_json(last["outcome"]) == Outcome.from_json(played.outcome)
        assert json.loads(own_replay(replay))["config"] == {"rounds": 4, "time": 5}


def test_the_games_own_replay_is_offered_by_the_match_page_and_the_api(played, client: Client):
    address = reverse("match-export", args=[played.pk, "replay"])
    assert address in client.get(reverse("match", args=[played.pk])).content.decode()
    response = client.get(address)
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"].endswith('-replay.json"')
    assert len(json.loads(response.content)["log"]) == 4
    listed = client.get(f"/api/v1/matches/{played.pk}/").json()["replay"]["exports"]
    assert json.loads(client.get(listed["replay"]).content) == json.loads(response.content)


def test_what_a_seat_was_sent_is_for_its_owner(played, alice, charlie, client):
    address = reverse("match-log", args=[played.pk, 1])
    client.force_login(alice)
    assert "[sent to the bot] 4 1" in client.get(address).text
    client.force_login(charlie)
    assert "[sent to the bot]" not in client.get(address).text


def test_the_pages_of_the_game_are_there(played, client: Client):
    ensure_seasons()
    texts = {
        "game": "Highest Number",
        "game-rules": "How a bot talks with the game",
        "game-matches": "loud",
        "game-kit": "highest-python.zip",
        "game-ladder": "Highest Number",
    }
    for page, text in texts.items():
        response = client.get(reverse(page, args=["highest"]), follow=True)
        assert response.status_code == 200, page
        assert text in response.content.decode(), page
    assert client.get(reverse("kit-download", args=["highest", "python"])).status_code == 200
    assert finders.find("games/foreign/view.js") == str(STATIC_FOLDER / "view.js")
    names = [game["name"] for game in client.get("/api/v1/games/").json()]
    assert names == list(GAMES)


def test_a_match_whose_game_breaks_is_given_back_and_never_counted(ready, alice, settings):
    settings.MATCH_FAULTS = 2
    match = services.request_match(alice, "highest", "broken", list(ready))
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.faults) == ("queued", 1)
    assert "exited with status 3" in match.failure
    assert "the board is gone" in match.failure
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.outcome, match.fault_of) == ("failed", None, "game")
    assert match.reason == (
        "the program of Highest Number exited with status 3 before the match was over"
    )
    assert {seat.rank for seat in match.seats.all()} == {None}


def test_a_match_that_its_program_never_ends_goes_to_the_organizers(ready, alice, olga, client):
    manifest = GAMES["highest"].folder / "game.json"
    raw = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**raw, "logic_limits": {"memory_mb": 256, "match_s": 1}}))
    os.utime(manifest.parents[2])  # as an installation would: it is read again
    GAMES.refresh()
    match = services.request_match(alice, "highest", "endless", list(ready))
    tasks.play("matches")
    match.refresh_from_db()
    reason = "the program of Highest Number did not end the match within 1 s"
    assert (match.state, match.fault_of, match.reason) == ("failed", "game", reason)
    client.force_login(alice)
    page = client.get(match.get_absolute_url()).text
    assert "Highest Number did not finish this match." in page
    assert escape(reason) in page
    assert "The site failed" not in page
    body = client.get(f"/api/v1/matches/{match.pk}/").json()
    assert (body["fault_of"], body["failure"]) == ("game", reason)
    (notice,) = Notice.objects.filter(kind=Kind.GAME_FAILED)
    assert notice.user == olga
    assert notice.text == f"Highest Number 1 failed in match {match.pk}: {reason}"
    client.force_login(olga)
    desk = client.get(notice.path).text
    assert match.get_absolute_url() in desk
    assert escape(reason) in desk
    assert f"{notice.path}#failures" in client.get("/desk/games/").text


def test_a_first_match_that_the_game_fails_is_no_fault_of_the_author(
    transactional_db, redis_client, game, alice, client
):
    version = add_version(create_bot(alice, "highest", "loud", "", None), state="proving")
    match = services.create_match("highest", "short", Match.Kind.PROVING, [version, version])
    claimed = Match.objects.claim(match.pk, "here:1")
    assert claimed is not None
    error = LogicError("the game's program said nothing for 30 s", "secret", endless=True)
    failures.game_failed(services.Claim(match.pk, "here:1", claimed.attempt), error)
    client.force_login(alice)
    page = client.get(version.get_absolute_url()).text
    assert "the program of Highest Number said nothing for 30 s" in page
    assert "The fault is in the game&#x27;s program." in page
    assert "The organizers have been notified." in page
    assert "not your program" not in page
    assert "epair it" not in page
    assert "secret" not in page + client.get(match.get_absolute_url()).text


@pytest.fixture
def while_it_plays(monkeypatch):
    """Have something done when a match has been handed to its judger."""

    def arrange(act):
        job_of = runner.job_of

        def first_act(*given):
            job = job_of(*given)
            act()
            return job

        monkeypatch.setattr(runner, "job_of", first_act)

    return arrange


@pytest.mark.parametrize("what", [pytest.param("replaced", marks=pytest.mark.nightly), "removed"])
def test_a_match_that_runs_is_played_on_when_its_game_is_replaced_or_removed(
    ready, folder, source, while_it_plays, what, client
):
    def change():
        if what == "removed":
            call_command("install_game", "--remove", "highest", stdout=StringIO())
            assert "highest" not in GAMES
            return
        for version in ("2", "3"):
            members = {"seats": None, "limits": None, "config": None, "version": version}
            highest(source, **members, rulesets=[{**RULESETS[0], "name": "other"}])
            call_command("install_game", str(source), stdout=StringIO())

    ensure_seasons()
    match = services.create_match("highest", "short", "ladder", list(ready), seed=5)
    while_it_plays(change)
    tasks.play("matches")
    match.refresh_from_db()
    assert (match.state, match.failure) == ("finished", "")
    assert [seat.rank for seat in match.seats.all()] == [2, 1]
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    assert ("games/foreign/view.js" in page.content.decode()) == (what == "replaced")
    export = client.get(reverse("match-export", args=[match.pk, "replay"]))
    assert export.status_code == (404 if what == "removed" else 200)


def test_a_match_that_waits_when_its_game_is_removed_says_so(ready, alice, settings):
    settings.MATCH_FAULTS = 1
    match = services.request_match(alice, "highest", "short", list(ready))
    call_command("install_game", "--remove", "highest", stdout=StringIO())
    tasks.play("matches")
    match.refresh_from_db()
    assert match.state == "failed"
    assert "is not here any more; when it is back, the match can be queued again" in match.failure


def test_a_bot_whose_game_is_removed_before_its_build_is_told_so(
    transactional_db, redis_client, game
):
    house = BotVersion.objects.get(bot__game=game.name)
    call_command("install_game", "--remove", "highest", stdout=StringIO())
    build(house.pk)
    house.refresh_from_db()
    assert house.state == "failed"
    assert "does not have the bot's game now; build it when it is back" in house.failure


def test_an_archive_is_installed_as_a_folder_is(db, folder, source, tmp_path):
    archive = tmp_path / "game.tar.gz"
    archive.write_bytes(tarred(source, "gz"))
    call_command("install_game", str(archive), stdout=StringIO())
    assert GAMES["highest"].version == "1"
    archive.write_bytes(b"nothing of the kind")
    with pytest.raises(CommandError, match=r"send a zip, a \.tar\.gz or a \.tar\.xz"):
        call_command("install_game", str(archive), stdout=StringIO())
    with pytest.raises(CommandError, match="No such file"):
        call_command("install_game", str(tmp_path / "nowhere.zip"), stdout=StringIO())


def test_the_command_installs_lists_and_removes(db, folder, source):
    def said(*arguments: str) -> str:
        out = StringIO()
        call_command("install_game", *arguments, stdout=out)
        return out.getvalue()

    assert "No games are installed" in said()
    text = said(str(source))
    assert "Highest Number, version 1, is installed as highest; its trial ended 0 : 0" in text
    assert "· Highest Number: modest, version 1" in text
    assert said() == "highest\t1\tHighest Number\n"
    (folder / "highest" / "program.tar").unlink()
    os.utime(folder)  # whatever time has passed, it is read again
    assert "highest\tleft out: program.tar is missing" in said()
    assert "highest is removed" in said("--remove", "highest")
    with pytest.raises(CommandError, match="no game highest is installed"):
        said("--remove", "highest")


def test_the_command_says_what_to_change(db, folder, tmp_path, alice):
    with pytest.raises(CommandError, match=r"game.json cannot be read"):
        call_command("install_game", str(tmp_path))
    with pytest.raises(CommandError, match="there is a game snake already"):
        call_command("install_game", str(highest(tmp_path / "a", name="snake")))
    broken = highest(tmp_path / "b", config={"wrong": "crash", "wrong_in": 1})
    with pytest.raises(CommandError, match=r"did not pass its trial: .*the board is gone"):
        call_command("install_game", str(broken))
    create_bot(ensure_house(), "snake", "modest", "", None)
    with pytest.raises(CommandError, match="the house has a bot modest of the game snake"):
        call_command("install_game", str(highest(tmp_path / "c")))


HOG = b"import sys\nsys.stdin.readline()\nkept = [b'x' * (1 << 20) for _ in range(100_000)]\n"


def test_by_how_much_a_bot_broke_a_limit_is_nowhere_in_what_everybody_gets(
    transactional_db, redis_client, game, make_ready, alice
):
    house = BotVersion.objects.get(bot__game=game.name, bot__is_house=True)
    build(house.pk)
    tasks.play("matches")
    hog = make_ready(create_bot(alice, game.name, "hog", "", None), HOG)
    BotVersion.objects.update(state=BotVersion.State.READY)
    versions = list(BotVersion.objects.filter(pk__in=(house.pk, hog.pk)).order_by("pk"))
    match = services.request_match(alice, "highest", "short", versions, seed=5)
    while match.state != "finished":
        tasks.play("matches")
        match.refresh_from_db()
    seat = match.seats.get(number=1)
    (fault,) = seat.faults
    assert (seat.end, seat.reason) == ("memory", "ran out of memory")
    assert "128 MB" in fault["detail"]
    with open_replay(match) as replay:
        told = json.dumps([list(replay.read()), replay.result])
    assert '"error": "run"' in told
    assert "128 MB" not in told + json.dumps(match.outcome)
    assert fault["detail"] not in told
