"""Games at the desk: sent as archives, installed by a worker, listed, replaced, removed."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from bots.models import Bot
from games.registry import GAMES
from installs import services, tasks
from installs.models import GameInstall
from installs.services import MAX_LOSSES, OURS_TO_MEND, release
from installs.tests.steps import PAGE, send, tarred, zipped
from ladder.models import Season
from sandbox.errors import CompilerKilled, UploadError
from sandbox.tests.foreign.games import highest, nim

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_transactions")]

State = GameInstall.State


def install(client, content: bytes) -> GameInstall:
    """Send an archive and play its worker."""
    answer = send(client, content)
    assert answer.status_code == 302, answer.content.decode()
    row = GameInstall.objects.latest("pk")
    tasks.install(row.pk)
    row.refresh_from_db()
    return row


def test_the_desk_is_for_organizers(client, alice, games):
    assert client.get(PAGE).status_code == 302
    assert "login" in client.get(PAGE)["Location"]
    client.force_login(alice)
    row = GameInstall.objects.create(name="nim", title="Nim", version="1")
    pages = [PAGE, row.get_absolute_url(), reverse("game-install-state", args=[row.pk])]
    assert [client.get(page).status_code for page in pages] == [404] * 3
    posts = [reverse("game-install-again", args=[row.pk]), reverse("game-remove", args=["nim"])]
    assert [client.post(page).status_code for page in posts] == [404] * 2
    assert send(client, b"PK").status_code == 404
    assert GameInstall.objects.count() == 1


def test_an_archive_becomes_a_game_of_the_running_site(desk, olga, tmp_path):
    row = install(desk, zipped(highest(tmp_path / "highest")))
    assert (row.state, row.failure, row.trial) == (State.INSTALLED, "", [0, 0])
    assert (row.name, row.version, row.by) == ("highest", "1", olga)
    assert GAMES["highest"].title == "Highest Number"
    assert Bot.objects.get(game="highest").name == "modest"
    assert Season.objects.filter(game="highest", ends=None).count() == 1
    assert desk.get("/games/highest/").status_code == 200
    page = desk.get(PAGE).content.decode()
    assert row.digest in page
    assert "Highest Number" in page
    assert "no bots" not in page
    acts = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert acts == ["sent to be installed", "installed as highest"]


def test_the_page_of_an_installation_follows_it(desk, tmp_path):
    rules = {"name": "standard", "title": "T" * 60, "seats": 2, "config": {"rounds": 1, "time": 2}}
    only = {"rulesets": [rules], "seats": None, "config": None, "limits": None}
    send(desk, zipped(highest(tmp_path / "highest", **only)))
    row = GameInstall.objects.get()
    state = reverse("game-install-state", args=[row.pk])
    assert desk.get(state).json()["settled"] is False
    page = desk.get(row.get_absolute_url()).content.decode()
    assert f'data-state-url="{state}"' in page
    assert "waits for a build worker" in page
    tasks.install(row.pk)
    now = desk.get(state).json()
    assert (now["state"], now["settled"]) == ("installed", True)
    assert "Playing a match against players that know nothing" in now["log"]
    assert "The trial ended 0 : 0" in now["log"]
    assert Season.objects.get(game="highest").name == f"{'T' * 44}, season 1"
    assert "can be played" in desk.get(row.get_absolute_url()).content.decode()


@pytest.mark.parametrize("packed", ["gz", "xz", ""])
def test_a_tar_keeps_what_may_be_run(desk, tmp_path, packed):
    folder = highest(tmp_path / "in", language=None, command=["run.sh", "main.py"])
    (folder / "run.sh").write_text('#!/bin/sh\nexec /usr/bin/python3 "/program/$1"\n')
    (folder / "run.sh").chmod(0o755)
    assert install(desk, tarred(folder, packed)).state == State.INSTALLED


def test_a_game_that_fails_says_why_and_may_be_tried_again(desk, tmp_path):
    folder = nim(tmp_path / "nim")
    (folder / "main.cpp").write_text("int main() { return pebbles; }")
    row = install(desk, zipped(folder))
    assert row.state == State.FAILED
    assert "does not build" in row.failure
    assert "pebbles" in row.log
    page = desk.get(row.get_absolute_url()).content.decode()
    assert "It was not installed" in page
    assert "Nothing was changed" in page
    assert "nim" not in GAMES
    desk.post(reverse("game-install-again", args=[row.pk]))
    row.refresh_from_db()
    assert (row.state, row.failure) == (State.WAITING, "")


def test_a_game_that_breaks_in_its_trial_leaves_the_version_before(desk, tmp_path):
    install(desk, zipped(highest(tmp_path / "a")))
    broken = highest(tmp_path / "b", version="2", config={"wrong": "crash", "wrong_in": 1})
    row = install(desk, zipped(broken))
    assert "did not pass its trial" in row.failure
    assert "the board is gone\\x1b[2J" in row.failure
    assert "\x1b" not in row.failure + row.log
    assert GAMES["highest"].version == "1"
    assert "version 1 stays in use" in desk.get(row.get_absolute_url()).content.decode()


def test_another_version_takes_the_place(desk, tmp_path):
    first = install(desk, zipped(highest(tmp_path / "highest")))
    before = GAMES["highest"]
    second = install(desk, zipped(highest(tmp_path / "highest", version="2")))
    assert GAMES["highest"].version == "2"
    assert GAMES["highest"] is not before
    assert before.folder.is_dir()
    assert first.digest != second.digest
    assert "Version 2 is here now" in desk.get(first.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"print('hello')\n" * 40, "This is no archive of a known kind"),
        (b"PK\x03\x04 and nothing", "The zip is damaged"),
        (b"\x1f\x8b\x08 and nothing", "The archive is damaged"),
    ],
)
def test_what_is_no_archive_is_refused_beside_the_field(desk, content, words):
    answer = send(desk, content)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not GameInstall.objects.exists()


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"name": "snake"}, "there is a game snake already"),
        ({"language": "cobol"}, "Language must be one of c, cpp, make, cmake, go, java"),
        ({"kits": [{"language": "c++", "title": "C++", "folder": "kit"}]}, "language must be one"),
        ({"seats": 0}, "Seats must be a whole number from 1 to 16"),
        ({"title": "Half \ud800"}, "Title has a character that is none"),
        ({"title": "xe\u202egpj"}, "Title must have no character that nobody sees"),
        ({"title": "Sn\u0430ke"}, "Title must have letters of one script in each word"),
        ({"title": "S nake"}, "Title looks like Snake, the title of the game snake"),
        ({"config": {"n": [10**400]}}, "Config.n[0] must be a number below 2^63"),
        ({"limits": {"turn_s": float("nan")}}, "Limits.turn_s must be a number below 2^63"),
        (None, "has no game.json"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused_beside_the_field(desk, tmp_path, members, words):
    folder = highest(tmp_path / "in", **(members or {}))
    if members is None:
        (folder / "game.json").unlink()
    answer = send(desk, zipped(folder))
    assert answer.status_code == 422
    assert words.lower() in answer.content.decode().lower()


def test_the_script_learns_the_address_of_the_page(desk, tmp_path):
    answer = send(desk, zipped(nim(tmp_path / "nim")), HTTP_ACCEPT="application/json")
    assert answer.status_code == 201
    assert answer.json() == {"location": GameInstall.objects.get().get_absolute_url()}


def test_of_two_versions_at_once_the_second_is_told_to_wait(desk, tmp_path):
    content = zipped(nim(tmp_path / "nim"))
    assert send(desk, content).status_code == 302
    answer = send(desk, content)
    assert answer.status_code == 422
    assert "A version of nim is being installed at this moment" in answer.content.decode()
    failed = GameInstall.objects.create(
        name="nim", title="Nim", version="1", archive="games/x", state=State.FAILED
    )
    answer = desk.post(reverse("game-install-again", args=[failed.pk]), follow=True)
    assert "is being installed at this moment" in answer.content.decode()


def test_a_worker_that_dies_is_noticed_and_in_the_end_the_archive_is_given_up(desk, tmp_path):
    send(desk, zipped(nim(tmp_path / "nim")))
    row = GameInstall.objects.get()
    dead = {"state": State.INSTALLING, "worker": dead_worker()}
    for losses in range(1, MAX_LOSSES):
        GameInstall.objects.filter(pk=row.pk).update(**dead)
        tasks.sweep()
        row.refresh_from_db()
        assert (row.state, row.losses) == (State.WAITING, losses)
    GameInstall.objects.filter(pk=row.pk).update(**dead)
    tasks.sweep()
    row.refresh_from_db()
    assert (row.state, row.failure) == (State.FAILED, OURS_TO_MEND)


@pytest.mark.parametrize("fault", [OSError("no room"), CompilerKilled("killed")])
def test_an_archive_waits_after_a_passing_fault_and_is_tried_again(
    desk, tmp_path, fault, monkeypatch
):
    send(desk, zipped(highest(tmp_path / "highest")))
    row = GameInstall.objects.get()
    faults = [fault, UploadError("not this one")]

    def broken(*_):
        raise faults.pop(0)

    monkeypatch.setattr(services, "install", broken)
    tasks.install(row.pk)
    row.refresh_from_db()
    assert (row.state, row.faults, row.failure) == (State.WAITING, 1, "")
    assert "The installation begins again after a pause" in row.log
    tasks.install(row.pk)
    row.refresh_from_db()
    assert row.state == State.WAITING
    GameInstall.objects.update(retry_at=timezone.now() - timedelta(hours=1))
    tasks.install(row.pk)
    row.refresh_from_db()
    assert (row.state, row.failure) == (State.FAILED, "The game cannot be installed: not this one.")


def test_an_archive_that_waits_again_has_not_failed_because_its_log_cannot_be_stored(
    desk, tmp_path, monkeypatch
):
    send(desk, zipped(highest(tmp_path / "highest")))
    row = GameInstall.objects.get()
    faults = [OSError("no room"), OperationalError("database is locked")]

    def broken(*_):
        if faults:
            raise faults.pop(0)

    monkeypatch.setattr(tasks._Log, "save", broken)
    monkeypatch.setattr("arbiter.working.passing.time.sleep", lambda _: None)
    tasks.install(row.pk)
    row.refresh_from_db()
    assert (row.state, row.faults, row.failure) == (State.WAITING, 1, "")
    assert not faults


def dead_worker() -> str:
    import subprocess

    from arbiter.working.workers import name_of

    with subprocess.Popen(["sleep", "60"]) as process:
        name = name_of(process.pid)
        process.kill()
    return name


def test_a_restart_takes_up_what_was_being_installed(desk, tmp_path):
    send(desk, zipped(nim(tmp_path / "nim")))
    GameInstall.objects.update(state=State.INSTALLING)
    assert release() == 1
    assert GameInstall.objects.get().state == State.WAITING


def test_a_game_is_removed_with_a_reason_and_what_was_played_stays(desk, olga, tmp_path):
    install(desk, zipped(highest(tmp_path / "highest")))
    page = desk.get(PAGE).content.decode()
    assert "1 bot and no matches stay in the database" in page
    remove = reverse("game-remove", args=["highest"])
    assert (
        "Say why: other organizers will read it" in desk.post(remove, follow=True).content.decode()
    )
    assert "highest" in GAMES
    answer = desk.post(remove, {"reason": "too easy"}, follow=True)
    assert "Highest Number is removed" in answer.content.decode()
    assert "highest" not in GAMES
    assert desk.get("/games/highest/").status_code == 404
    assert desk.get("/bots/house/modest/").status_code == 200
    assert AuditEntry.objects.filter(actor=olga, act="removed", reason="too easy").exists()
    answer = desk.post(remove, {"reason": "again"}, follow=True)
    assert "No game highest is installed" in answer.content.decode()


def test_what_cannot_be_used_is_listed_with_its_reason(desk, games, tmp_path):
    install(desk, zipped(highest(tmp_path / "highest")))
    (games / "highest" / "program.tar").unlink()
    (games / "more").mkdir()
    GAMES.refresh()
    page = desk.get(PAGE).content.decode()
    assert "program.tar is missing: install the game again" in page
    assert "Games that you install below will be listed here." in page


def test_a_site_without_a_folder_for_games_says_so(desk, tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITER_GAMES", "")
    answer = send(desk, zipped(nim(tmp_path / "nim")))
    assert answer.status_code == 422
    assert "ARBITER_GAMES is empty" in answer.content.decode()


def test_a_zip_without_modes_is_understood(desk, tmp_path):
    folder = highest(tmp_path / "in", language=None, command=["run.sh", "main.py"])
    (folder / "run.sh").write_text('#!/bin/sh\nexec /usr/bin/python3 "/program/$1"\n')
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in folder.rglob("*"):
            if path.is_file():
                entry = zipfile.ZipInfo(str(path.relative_to(folder)))
                entry.create_system = 0
                archive.writestr(entry, path.read_bytes())
    assert install(desk, data.getvalue()).state == State.INSTALLED
