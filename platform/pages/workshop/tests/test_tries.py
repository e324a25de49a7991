"""Tries by their pages: the browser that requested one follows it, and no other one."""

from __future__ import annotations

import io
import json
import re
from typing import Any, BinaryIO, cast

import pytest
from django.test import Client
from django.utils import timezone

from bots.services import upload_version
from games.package import bot_files
from games.registry import GAMES
from games.tests.kits import kit_of
from sandbox.uploads.archives import Source, stored_files, to_zip
from tries import playing, services
from tries.models import Try
from tries.tests.house import house_bot

pytestmark = pytest.mark.django_db
TRY = "/games/snake/try/"
PARTS = ("state", "board", "frames", "log")


@pytest.fixture(autouse=True)
def walls(monkeypatch):
    for module in (services, playing):
        monkeypatch.setattr(module, "watched", tuple)


@pytest.fixture
def opponent(make_ready, redis_client):
    return house_bot(make_ready, "snake").name


def code() -> str:
    files = bot_files(kit_of(GAMES["snake"], "python"))
    return json.dumps({path: text.decode() for path, text in files.items()})


def send(client, opponent, **more):
    form = {"language": "python", "opponent": opponent, "code": code()}
    return client.post(TRY, form | more)


def test_a_visitor_follows_a_try_to_its_board(client, opponent):
    answer = send(client, opponent)
    assert (answer.status_code, answer.json()["state"]) == (201, "waiting")
    assert answer.json()["board"] is None
    assert playing.carry_out()
    told = client.get(answer.json()["address"]).json()
    assert (told["state"], told["over"]) == ("done", True)
    assert re.search(r"Your bot .* half 1 .* half 2", told["words"])
    board = client.get(told["board"])
    assert "frame-ancestors 'self'" in board["Content-Security-Policy"]
    assert "script-src" not in board["Content-Security-Policy"]
    assert board["X-Frame-Options"] == "SAMEORIGIN"
    shown = client.get(board.context["player"]["frames"]).json()
    assert len(shown["frames"]) > 10
    lines = client.get(board.context["player"]["log_url"]).json()["lines"]
    assert "".join(line["text"] for line in lines) == told["log"]
    for part in PARTS:
        answer = client.get(f"/tries/{told['key']}/{part}/")
        assert "no-store" in answer["Cache-Control"]


CRASH = {"kind": "crash", "detail": "exit status 1, after it answered once", "excess": None}
HALF = {"rank": 1, "score": 30, "end": "ok", "round": 64}


def result_of(ends: tuple[str, str], halves: list[list[dict[str, Any]]], by: str) -> dict[str, Any]:
    """The result of a match that the opponent has won: ``halves`` of each seat."""
    seats = [
        {"rank": 2 - n, "score": 30, "end": end, "reason": "", "data": {"decided_by": by}}
        for n, end in enumerate(ends)
    ]
    facts = [{"halves": own, "first_item": 9 - n} for n, own in enumerate(halves)]
    faults = [[{**CRASH, "game": 0, "turn": 3}] if end != "ok" else [] for end in ends]
    used = [{"faults": each} for each in faults]
    return {"outcome": {"reason": "", "seats": seats}, "facts": facts, "seats": used}


def test_the_first_sentence_names_the_side_that_failed(client, opponent):
    key = send(client, opponent).json()["key"]
    halves = [[{**HALF, "rank": 2, "end": "crash", "round": 3}], [{**HALF, "round": 3}]]
    result = result_of(("crash", "ok"), halves, "fault")
    log = [{"text": 'Traceback:\n  File "main.py", line 7\nValueError: no idea\n'}]
    Try.objects.update(state="done", result=result, log=log)
    told = client.get(f"/tries/{key}/state/").json()
    assert told["words"] == (
        "Your bot crashed in round 3 of half 1 (ValueError: no idea, line 7 of main.py). "
        "A failure loses the match."
    )


def test_equal_points_come_with_what_decided(client, opponent):
    key = send(client, opponent).json()["key"]
    result = result_of(("ok", "ok"), [[HALF, HALF], [HALF, HALF]], "first_item")
    Try.objects.update(state="done", result=result)
    assert client.get(f"/tries/{key}/state/").json()["words"] == (
        f"{opponent} beats your bot. Your bot drew half 1 with 30 : 30 and drew half 2 with "
        f"30 : 30. Won halves and points were equal: {opponent} took the first item of half 1 "
        "earlier, in round 8."
    )


def test_other_browsers_do_not_find_it_whoever_uses_them(client, opponent, alice, olga):
    key = send(client, opponent).json()["key"]
    assert playing.carry_out()
    for person in (None, alice, olga):
        other = Client()
        if person:
            other.force_login(person)
        for part in PARTS:
            assert other.get(f"/tries/{key}/{part}/").status_code == 404


def test_a_board_is_there_when_the_match_is_over(client, opponent):
    key = send(client, opponent).json()["key"]
    assert client.get(f"/tries/{key}/board/").status_code == 404
    assert client.get(f"/tries/{key}/frames/").status_code == 404


def test_a_board_is_live_while_the_match_is_played(client, opponent):
    key = send(client, opponent).json()["key"]
    Try.objects.update(state=Try.State.PLAYING)
    player = client.get(client.get(f"/tries/{key}/state/").json()["board"]).context["player"]
    assert (player["state"], player["frames"]) == ("running", None)
    assert player["socket"] == f"/ws/tries/{key}/"
    assert [seat["name"] for seat in player["seats"]] == ["your bot", opponent]


def test_a_start_is_repeated_only_from_ones_own_try(client, opponent):
    first = send(client, opponent).json()["key"]
    Try.objects.update(state=Try.State.DONE, finished=timezone.now())
    again = send(client, opponent, again=first).json()["key"]
    assert Try.objects.get(pk=again).seed == Try.objects.get(pk=first).seed
    Try.objects.update(state=Try.State.DONE, finished=timezone.now())
    other = send(Client(), opponent, again=first).json()["key"]
    assert Try.objects.get(pk=other).seed != Try.objects.get(pk=first).seed


def test_a_try_belongs_to_who_is_logged_in(client, opponent, alice):
    client.force_login(alice)
    send(client, opponent)
    assert Try.objects.get().owner == alice


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"code": "["}, 422, "did not arrive"),
        ({"code": json.dumps({"main.py": 1})}, 422, "did not arrive"),
        ({"code": json.dumps({"main.py": None})}, 422, "no files"),
        ({"code": json.dumps({"notes.md": "x"})}, 422, "source"),
        ({"opponent": "nobody"}, 422, "No house bot “nobody”"),
        ({"language": "cobol"}, 422, "no language “cobol”"),
        ({"again": "x"}, 422, "UUID"),
        ({"opponent": ""}, 422, "required"),
    ],
)
def test_a_refused_try_says_why(client, opponent, form, status, words):
    answer = send(client, **({"opponent": opponent} | form))
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert not Try.objects.exists()


@pytest.fixture
def version(alice, alices_bot):
    """Needs a file that the page cannot show."""
    files = {"main.py": b"assert open('/program/table.bin','rb').read() == b'\\0'\n"}
    packed = io.BytesIO(to_zip(Source({**files, "table.bin": b"\0"}, "python")))
    return upload_version(alices_bot, alice, "worm.zip", packed)


def test_the_try_of_a_version_has_its_other_files_and_the_edits(client, opponent, alice, version):
    client.force_login(alice)
    edits = {"main.py": "print(1)\n", "more.py": "pass\n"}
    send(client, opponent, version=version.pk, code=json.dumps(edits))
    assert stored_files(cast("BinaryIO", Try.objects.get().source)) == {
        "main.py": b"print(1)\n",
        "more.py": b"pass\n",
        "table.bin": b"\0",
    }


def test_nobody_tries_the_version_of_another_person(client, opponent, charlie, olga, version):
    for person in (charlie, olga):
        client.force_login(person)
        answer = send(client, opponent, version=version.pk, code="{}")
        assert answer.status_code == 404
    assert not Try.objects.exists()


def test_an_author_who_was_signed_out_meanwhile_is_told_so(client, opponent, version):
    answer = send(client, opponent, version=version.pk, code="{}")
    assert answer.status_code == 403
    assert "You have been signed out" in answer.json()["error"]
    assert not Try.objects.exists()


def test_where_an_account_is_needed_the_page_and_the_answer_say_so(client, opponent, settings):
    settings.TRIES_WITHOUT_ACCOUNT = False
    answer = send(client, opponent)
    assert (answer.status_code, answer.json()["error"]) == (403, services.NO_ACCOUNT)
    assert services.NO_ACCOUNT in client.get("/games/snake/write/").text


def test_the_page_offers_house_bots_from_the_weakest(client, opponent):
    page = client.get("/games/snake/write/")
    assert [bot.name for bot in page.context["opponents"]] == [opponent]


def test_forged_requests_try_nothing(opponent):
    strict = Client(enforce_csrf_checks=True)
    assert send(strict, opponent).status_code == 403
    assert not Try.objects.exists()
