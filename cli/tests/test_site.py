"""Commands that work with a site, against a real one."""

from __future__ import annotations

import json
import re
import stat
import threading
import time
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import DeviceLogin
from accounts.signing import devices
from accounts.signing.tokens import create_token
from bots.models import Bot, BotVersion
from bots.services import proved
from bots.tasks import build
from cli import config
from cli.commands import login, submit
from cli.site import Site, SiteError
from games.bundle import read
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.models import Event
from ladder.events.tests.steps import open_event, stage
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.services import create_match
from matches.tests.recorded import recorded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def match(alice, charlie):
    ensure_seasons()
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    made = create_match(
        "snake", RULESET, "ladder", [bot.active_version for bot in bots if bot.active_version]
    )
    season = current_season("snake", RULESET)
    assert season is not None
    RatedMatch.objects.create(match=made, season=season)
    return recorded(made, logs={0: "apples!\n"})


def until(find):
    """What ``find`` gives once it gives something, within 30 seconds."""
    end = time.monotonic() + 30
    while (found := find()) is None:
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
    return found


def test_logging_in_waits_until_a_person_allows_it(arbiter, live_server, alice, monkeypatch):
    cache.clear()
    monkeypatch.setattr(devices, "INTERVAL_S", 1)

    def allow():
        row = until(DeviceLogin.objects.first)
        devices.decide(row, alice, allow=True)

    person = threading.Thread(target=allow)
    person.start()
    status, out, _ = arbiter("--site", live_server.url, "login", "--no-open")
    person.join()
    assert status == 0, out
    link = re.search(rf"{live_server.url}/device/\?code=(\S+)", out)
    assert link
    assert f"the code {link[1]}." in out
    assert "logged in" in out
    path = config._path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert arbiter("status")[1].startswith("alice has no bots yet")
    assert arbiter("logout")[0] == 0
    assert arbiter("status")[0] == 4


def test_a_refused_program_is_not_logged_in(arbiter, live_server, alice, monkeypatch):
    cache.clear()
    monkeypatch.setattr(devices, "INTERVAL_S", 1)

    def refuse():
        row = until(DeviceLogin.objects.first)
        devices.decide(row, alice, allow=False)

    person = threading.Thread(target=refuse)
    person.start()
    status, _, err = arbiter("--site", live_server.url, "login", "--no-open")
    person.join()
    assert status == 4
    assert "refused this program" in err


def test_a_log_in_waits_through_a_network_that_fails(arbiter, live_server, alice, monkeypatch):
    cache.clear()
    monkeypatch.setattr(devices, "INTERVAL_S", 1)
    monkeypatch.setattr(login, "_SLOWER_S", 0)
    real, failed = Site.token, list[str]()

    def token(self, path, form):
        if not failed:
            failed.append(path)
            devices.decide(DeviceLogin.objects.get(), alice, allow=True)
            raise SiteError("no network")
        return real(self, path, form)

    monkeypatch.setattr(Site, "token", token)
    assert arbiter("--site", live_server.url, "login", "--no-open")[0] == 0
    assert failed


def test_a_token_may_come_from_standard_input(arbiter, live_server, alice, monkeypatch):
    import io

    secret = create_token(alice, "home", ["read"])[1]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{secret}\n"))
    assert arbiter("--site", live_server.url, "login", "--token")[0] == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("arb_wrong\n"))
    status, _, err = arbiter("--site", live_server.url, "login", "--token")
    assert status == 4
    assert "not valid" in err


def test_a_bot_is_made_and_a_folder_becomes_its_version(arbiter, at_home, tmp_path, alice):
    folder = tmp_path / "mine"
    assert arbiter("new", "snake", "python", folder)[0] == 0
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "x.pyc").write_bytes(b"x")
    status, _, err = arbiter("submit", folder, "--bot", "newt")
    assert (status, "--game" in err) == (2, True)
    status, out, _ = arbiter(
        "submit", folder, "--bot", "newt", "--game", "snake", "--note", "First"
    )
    assert status == 0, out
    version = BotVersion.objects.get()
    assert (str(version), version.note, version.language) == ("alice/newt v1", "First", "python")
    assert version.source_files == sum(path.is_file() for path in folder.rglob("*")) - 1
    assert "newt" in arbiter("status")[1]


def test_a_bot_can_be_named_with_its_owner(arbiter, at_home, tmp_path, alice):
    make_bot(alice, "newt")
    program = tmp_path / "main.py"
    program.write_text("print(1)\n")
    status, out, _ = arbiter("submit", program, "--bot", "Alice/newt")
    assert (status, out) == (0, "Version 2 of newt is uploaded.\n")
    assert arbiter("tests", "alice/newt")[0] == 0
    status, _, err = arbiter("submit", program, "--bot", "eve/newt", "--game", "snake")
    words = "eve has no bot “newt”. Only its owner can create it."
    assert (status, words in err.replace("\n", " ")) == (2, True)
    assert arbiter("submit", program, "--bot", "ALICE/toad", "--game", "snake")[0] == 0


def test_a_link_out_of_the_folder_is_not_followed(arbiter, at_home, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (tmp_path / "key").write_text("secret")
    (folder / "main.py").symlink_to(tmp_path / "key")
    status, _, err = arbiter("submit", folder, "--bot", "newt", "--game", "snake")
    assert (status, "a link to a file outside" in err.replace("\n", " ")) == (2, True)
    (folder / "main.py").unlink()
    (folder / "main.py").write_text("print(1)\n")
    (folder / "again.py").symlink_to("main.py")
    assert arbiter("submit", folder, "--bot", "newt", "--game", "snake")[0] == 0
    assert BotVersion.objects.get().source_files == 2


def test_a_command_shows_a_freeze_of_uploads(arbiter, at_home, tmp_path, alice, olga):
    bot = make_bot(alice, "newt")
    event = open_event(olga, stage("cup", Kind.SINGLE), freeze_uploads="entered")
    entering.enter(event, bot, alice)
    Event.objects.update(freeze_from=timezone.now())
    (tmp_path / "main.py").write_text("print(1)\n")
    status, _, err = arbiter("submit", tmp_path / "main.py", "--bot", "newt")
    words = "Uploads are frozen until the event is over by the event Open"
    assert (status, words in err.replace("\n", " ")) == (4, True)
    assert bot.versions.count() == 1


def test_watching_ends_with_the_state_of_the_version(arbiter, at_home, tmp_path, alice):
    broken = tmp_path / "main.cpp"
    broken.write_text("int main() { return x; }\n")

    def builder():
        build(until(BotVersion.objects.filter(state="waiting").first).pk)

    worker = threading.Thread(target=builder)
    worker.start()
    status, out, err = arbiter("submit", broken, "--bot", "newt", "--game", "snake", "--watch")
    worker.join()
    assert status == 1
    assert "failed" in out
    assert "error" in err


def test_watching_waits_for_the_tests_of_the_bot(
    arbiter, at_home, alice, charlie, tmp_path, monkeypatch
):
    worm = make_bot(alice, "worm")
    seats = [bot.active_version for bot in (worm, make_bot(charlie, "viper")) if bot.active_version]
    won = finish(create_match("snake", RULESET, "friendly", seats), [1, 2])
    assert arbiter("tests", "worm", "--add", won.pk)[0] == 0
    program = tmp_path / "main.py"
    program.write_text("print(1)\n")

    def go_on(_seconds: float) -> None:
        """In the first pause the first match ends, in the next one that of the test."""
        version = BotVersion.objects.get(bot=worm, number=2)
        if version.state != BotVersion.State.READY:
            proved(version)
        else:
            match = version.regression_runs.get().match
            assert match is not None
            finish(match, [2, 1])

    monkeypatch.setattr(submit, "time", SimpleNamespace(sleep=go_on))
    status, out, err = arbiter("submit", program, "--bot", "worm", "--watch")
    assert "Playing the tests" in err
    assert "Tests: 1 failed." in out
    assert "got worse than before: match" in out
    assert status == 1


def test_logs_are_those_of_own_bots(arbiter, at_home, match):
    status, out, _ = arbiter("logs", match.pk)
    assert (status, out) == (0, "[seat 1, game 1, turn 1] apples!\n")
    status, _, err = arbiter("logs", match.pk, "--seat", 2)
    assert (status, "bot of yours" in err) == (4, True)
    assert "its seats are 1 to 2" in arbiter("logs", match.pk, "--seat", 3)[2]
    rows = json.loads(arbiter("logs", match.pk, "--json")[1])
    assert rows == [{"seat": 0, "game": 0, "turn": 1, "text": "apples!\n"}]


def test_replays_and_bundles_are_downloaded_once(arbiter, at_home, match, tmp_path):
    folder = tmp_path / "replays"
    assert "1 new files of 1" in arbiter("download", "--owner", "alice", "--to", folder)[1]
    (path,) = folder.iterdir()
    with match.replay.open("rb") as file:
        assert path.read_bytes() == file.read()
    assert "0 new files of 1" in arbiter("download", match.pk, "--to", folder)[1]
    arbiter("download", match.pk, "--seat", 1, "--to", folder)
    bundle = read((folder / f"match-{match.pk}-seat-1.bundle.gz").read_bytes())
    assert [row["text"] for row in bundle.logs] == ["apples!\n"]


def part_of(match, folder, content, tag=None):
    """An incomplete download, as a run that was ended has left it."""
    tag = tag or match.replay_sha256
    path = folder / f"match-{match.pk}.jsonl.gz.{tag}.part"
    path.write_bytes(content)
    return path


def replay_of(match) -> bytes:
    with match.replay.open("rb") as file:
        whole: bytes = file.read()
    return whole


def test_an_incomplete_download_goes_on_where_it_ended(arbiter, at_home, match, tmp_path, caplog):
    whole = replay_of(match)
    part = part_of(match, tmp_path, whole[:100])
    with caplog.at_level("INFO", logger="httpx"):
        assert arbiter("download", match.pk, "--to", tmp_path)[0] == 0
    assert "206" in caplog.text
    assert (tmp_path / f"match-{match.pk}.jsonl.gz").read_bytes() == whole
    assert not part.exists()


@pytest.mark.parametrize("rest", [b"", b"and more than the site has"])
def test_a_whole_download_is_kept_and_a_longer_one_begins_again(
    arbiter, at_home, match, tmp_path, rest
):
    whole = replay_of(match)
    part_of(match, tmp_path, whole + rest)
    assert arbiter("download", match.pk, "--to", tmp_path)[0] == 0
    assert (tmp_path / f"match-{match.pk}.jsonl.gz").read_bytes() == whole
    assert list(tmp_path.glob("*.part")) == []


def test_a_part_of_another_file_is_replaced(arbiter, at_home, match, tmp_path):
    part_of(match, tmp_path, b"x" * 100, tag="0ther")
    assert arbiter("download", match.pk, "--to", tmp_path)[0] == 0
    assert (tmp_path / f"match-{match.pk}.jsonl.gz").read_bytes() == replay_of(match)
    assert list(tmp_path.glob("*.part")) == []


def test_all_replays_of_ones_own_bots_are_downloaded(arbiter, at_home, match, charlie, tmp_path):
    bots = [make_bot(charlie, name) for name in ("boa", "asp")]
    versions = [bot.active_version for bot in bots if bot.active_version]
    others = recorded(create_match("snake", RULESET, "ladder", versions))
    assert "1 new files of 1" in arbiter("download", "--all", "--to", tmp_path)[1]
    assert not (tmp_path / f"match-{others.pk}.jsonl.gz").exists()
    assert (
        "2 new files of 2"
        in arbiter("download", "--all", "--game", "snake", "--to", tmp_path / "all")[1]
    )
    assert "0 new files of 0" in arbiter("download", "--all", "--owner", "bob", "--to", tmp_path)[1]


def test_a_match_of_the_site_is_verified_at_home(arbiter, at_home, match):
    status, out, _ = arbiter("verify", match.pk)
    assert status == 0
    assert out.startswith("Verified. ")
    assert arbiter("verify", 99999)[0] == 4


def test_the_standings_are_a_table(arbiter, at_home, match):
    status, out, _ = arbiter("top", "snake", RULESET)
    assert status == 0
    assert "alice/worm" in out
    assert [row["bot"]["name"] for row in json.loads(arbiter("top", "snake", RULESET, "--json")[1])]
    assert arbiter("top", "chess")[0] == 4


def test_the_status_shows_rating_and_place(arbiter, at_home, match):
    out = arbiter("status")[1]
    assert re.search(rf"worm +{RULESET} +\d of 2 +\d+ +± \d+ +1\n", out)
    ((row,),) = json.loads(arbiter("status", "--json")[1])["ratings"]
    assert (row["ruleset"], row["of"], row["matches"]) == (RULESET, 2, 1)


def test_a_site_that_does_not_answer_is_named(arbiter):
    status, _, err = arbiter("--site", "http://127.0.0.1:9", "top", "snake")
    assert status == 4
    assert "http://127.0.0.1:9 does not answer" in err
    status, _, err = arbiter("top", "snake")
    assert (status, "No site is known" in err) == (2, True)


def test_settings_of_a_bot_are_shown_and_changed(arbiter, at_home, match):
    assert "no" in arbiter("settings", "worm")[1]
    assert json.loads(arbiter("settings", "worm", "--sparring", "--json")[1])["sparring"]
    assert Bot.objects.get(name="worm").sparring
    assert "yes" in arbiter("settings", "worm")[1]
    assert arbiter("settings", "worm", "--no-sparring")[0] == 0
    assert not Bot.objects.get(name="worm").sparring
    assert arbiter("settings", "viper", "--sparring")[0] == 2


def test_a_match_becomes_a_test_of_a_bot(arbiter, at_home, match):
    assert "There are no tests" in arbiter("tests", "worm")[1]
    status, out, _ = arbiter("tests", "worm", "--add", match.pk)
    assert status == 0
    assert str(match.pk) in out
    (test,) = json.loads(arbiter("tests", "worm", "--json")[1])
    status, _, err = arbiter("tests", "worm", "--add", match.pk, "--seat", 2)
    assert (status, "does not sit" in err) == (4, True)
    assert "There are no tests" in arbiter("tests", "worm", "--remove", test["id"])[1]
    assert arbiter("tests", "newt")[0] == 2
