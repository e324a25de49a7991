"""Kits are their own files laid over those that they share, wherever these lie."""

from __future__ import annotations

import pytest

from games.package import SDK, HouseBot, Kit, house_files, kit_files
from games.registry import OURS


@pytest.fixture
def kit(tmp_path):
    for name in ("own/main.py", "own/lib/deep.py", "common/reader.py", "common/main.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (tmp_path / "one.py").write_text("one.py")
    shares = (tmp_path / "common", tmp_path / "one.py")
    return Kit("python", "Python", tmp_path / "own", shares)


WHOLE = {
    "main.py": b"own/main.py",
    "lib/deep.py": b"own/lib/deep.py",
    "reader.py": b"common/reader.py",
    "one.py": b"one.py",
}


def test_a_kit_is_its_folder_over_the_files_and_folders_that_it_shares(kit):
    assert kit_files(kit) == WHOLE


def test_a_house_bot_stands_on_the_whole_kit(kit, tmp_path):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text("mine")
    bot = HouseBot("bot", "python", tmp_path / "bot", "", kit="python")
    assert house_files(bot, [kit]) == WHOLE | {"one.py": b"mine"}


def test_what_is_shared_but_missing_is_refused_with_its_path(kit, tmp_path):
    (tmp_path / "one.py").unlink()
    with pytest.raises(ValueError, match=r"one\.py is neither a file nor a folder"):
        kit_files(kit)


def test_kits_of_the_same_language_do_not_repeat_what_they_could_share():
    """No file is the same in two games' own folders."""
    owned: dict[tuple[str, bytes], str] = {}
    for game in OURS.values():
        for kit in game.kits:
            for path in (p for p in kit.folder.rglob("*") if "__pycache__" not in p.parts):
                if path.is_file():
                    other = owned.setdefault((path.name, path.read_bytes()), game.name)
                    assert other == game.name, f"{path} is also in {other}: move it to {SDK}"
