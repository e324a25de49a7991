"""Files of authors of foreign games: their paths, links and names do no harm to the platform."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from games import changes
from games.foreign import STATIC_FOLDER
from games.foreign.fields import ManifestError
from sandbox.foreign.install.installing import install
from sandbox.tests.foreign.games import highest


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def log() -> list[str]:
    return []


def test_paths_of_authors_meet_no_file_and_no_link_of_the_installer(tmp_path, games, log):
    ours = {path: path.stat().st_mtime_ns for path in STATIC_FOLDER.rglob("*")}
    folder = highest(tmp_path / "in", bots=[], kits=[])
    bots: list[dict[str, Any]] = []
    kits: list[dict[str, Any]] = []
    for name in ("program.tar", "installed.json", "files", "static/zz"):
        shutil.copytree(folder / "kit", folder / name)
        (folder / name / "page.html").write_text("<script>alert(1)</script>")
        bot = {"name": f"in-{name[:5]}", "language": "python", "folder": name}
        bots.append({**bot, "proving": not bots})
        kits = [{"language": "python", "title": "Kit", "folder": name}]
    highest(folder, bots=bots, kits=kits)
    game = install(folder, games, {}, log.append).game
    assert (game.folder / "program.tar").is_file()
    folders = [*(kit.folder for kit in game.kits), *(bot.source for bot in game.house)]
    assert len(folders) == 5
    assert all((path / "page.html").is_file() for path in folders)
    assert {path: path.stat().st_mtime_ns for path in STATIC_FOLDER.rglob("*")} == ours


@pytest.mark.parametrize("place", ["RULES.md", "kit/main.py", "bots", "extra/pipe"])
def test_a_folder_with_a_link_or_a_special_file_is_refused(tmp_path, games, log, place):
    folder, secret = highest(tmp_path / "in"), tmp_path / "password"
    secret.mkdir()
    (folder / "extra").mkdir()
    if place.endswith("pipe"):
        os.mkfifo(folder / place)
    else:
        (folder / place).rename(tmp_path / "aside")
        (folder / place).symlink_to(secret)
    with pytest.raises(ManifestError, match=rf"^{place} is a (link|special file): re"):
        install(folder, games, {}, log.append)
    assert not games.exists()


def test_a_name_of_a_file_that_commands_a_terminal_is_refused(tmp_path, games, log):
    folder = highest(tmp_path / "in")
    (folder / "a\x1b[2Jb").write_text("")
    with pytest.raises(ManifestError, match=r"^a\\x1b\[2Jb has invisible characters in its name"):
        install(folder, games, {}, log.append)


def test_a_changelog_comes_with_the_game_if_it_names_the_rules_as_they_are(tmp_path, games, log):
    folder = highest(tmp_path / "in")
    rules = changes.digest((folder / "RULES.md").read_text())
    entry = (
        '[[change]]\ndate = 2026-11-21\nversion = "1"\nrules = "{}"\nchange = "a"\neffect = "b"\n'
    )
    (folder / "changes.toml").write_text(entry.format("0" * 16))
    with pytest.raises(ManifestError, match=rf'rules = "{rules}"'):
        install(folder, games, {}, log.append)
    (folder / "changes.toml").write_text(entry.format(rules))
    game = install(folder, games, {}, log.append).game
    assert [change.change for change in changes.changes_of(game.folder)] == ["a"]


def test_a_house_bot_that_could_not_be_uploaded_is_named(tmp_path, games, log):
    folder = highest(tmp_path / "in")
    (folder / "bots" / "modest" / "main.py").rename(folder / "bots" / "modest" / "bot.txt")
    with pytest.raises(ManifestError, match=r"bots: modest: no Python 3 source"):
        install(folder, games, {}, log.append)


def test_a_missing_folder_of_a_bot_is_named(tmp_path, games, log):
    folder = highest(tmp_path / "in")
    shutil.rmtree(folder / "bots")
    with pytest.raises(ManifestError, match="there is no bots/modest"):
        install(folder, games, {}, log.append)
