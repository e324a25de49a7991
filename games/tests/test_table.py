"""The table of games follows its folder while the process runs; who reads it sees one table."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import pytest

from games.foreign.installed import PROGRAM
from games.foreign.manifest import FILE
from games.foreign.tests.sample import SMALL, changed
from games.foreign.tests.test_installed import put
from games.game import Game
from games.registry import LOOK_S, Declared, Games, declared_in
from games.tests.toy import Toy

OURS: dict[str, Game] = {"toy": Toy()}
LONG_AGO = 1_000_000_000
ROOT = Path(__file__).resolve().parents[2]


class Clock:
    """Seconds that pass only when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def a_look_later(self) -> None:
        self.now += LOOK_S + 0.001


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture
def games(folder, clock) -> Games:
    return Games(OURS, lambda: folder, clock)


def install(folder: Path, name: str = "pebbles", version: str = "1") -> None:
    """As installing does it: a link that takes the place of the one before."""
    whole = f"{name}-{version}"
    put(folder / ".versions", changed(SMALL, name=name, version=version), name=whole)
    fresh = folder / f".link-{name}"
    fresh.symlink_to(Path(".versions", whole))
    fresh.replace(folder / name)


def settle(folder: Path, seconds: int = LONG_AGO) -> None:
    """Make the folder look as if nothing had changed for long."""
    os.utime(folder, (seconds, seconds))


def test_a_game_that_is_put_in_place_is_there_at_the_next_look(games, folder, clock):
    assert list(games) == ["toy"]
    install(folder)
    assert "pebbles" not in games
    clock.a_look_later()
    assert list(games) == ["toy", "pebbles"]
    assert games["pebbles"].version == "1"
    assert len(games) == 2


def test_by_the_machines_clock_it_is_there_within_a_second_or_so(folder):
    games = Games(OURS, lambda: folder)
    install(folder)
    deadline = time.monotonic() + 30
    while "pebbles" not in games:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_game_that_is_replaced_is_another_one_and_the_rest_stays_the_same(games, folder, clock):
    install(folder)
    install(folder, "twigs")
    clock.a_look_later()
    before = games.snapshot()
    install(folder, "twigs", version="2")
    clock.a_look_later()
    assert games["twigs"].version == "2"
    assert games["pebbles"] is before["pebbles"]
    assert games["toy"] is before["toy"]
    assert before["twigs"].version == "1"


def test_a_game_that_is_taken_away_is_gone(games, folder, clock):
    install(folder)
    clock.a_look_later()
    assert "pebbles" in games
    (folder / "pebbles").unlink()
    clock.a_look_later()
    assert "pebbles" not in games
    assert games.get("pebbles") is None
    with pytest.raises(KeyError):
        games["pebbles"]


def test_a_broken_game_is_left_out_and_told_of_once(games, folder, clock, caplog):
    put(folder, SMALL, without=PROGRAM)
    install(folder, "twigs")
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            clock.a_look_later()
            assert list(games) == ["toy", "twigs"]
    assert caplog.text.count("pebbles is left out: program.tar is missing") == 1
    assert [each.name for each in games.skipped] == ["pebbles"]


def test_a_folder_that_did_not_change_is_not_read_again(games, folder, clock, monkeypatch):
    install(folder)
    settle(folder)
    clock.a_look_later()
    assert "pebbles" in games
    (folder / "pebbles" / FILE).write_text(json.dumps(changed(SMALL, title="Other")))
    for _ in range(3):
        clock.a_look_later()
        assert games["pebbles"].title == "Pebbles"
    settle(folder, LONG_AGO + 1)
    clock.a_look_later()
    assert games["pebbles"].title == "Other"


def test_a_change_within_the_same_tick_of_the_file_system_is_seen(games, folder, clock):
    install(folder)
    moment = time.time_ns()
    os.utime(folder, ns=(moment, moment))
    clock.a_look_later()
    assert games["pebbles"].version == "1"
    install(folder, version="2")
    os.utime(folder, ns=(moment, moment))
    clock.a_look_later()
    assert games["pebbles"].version == "2"


def test_who_asks_for_a_look_need_not_wait(games, folder):
    install(folder)
    games.refresh()
    assert "pebbles" in games


def test_iterating_goes_over_the_table_as_it_was(games, folder, clock):
    install(folder)
    games.refresh()
    names = []
    for name, game in games.items():
        (folder / "pebbles").unlink(missing_ok=True)
        clock.a_look_later()
        games.refresh()
        names.append((name, game.name))
    assert names == [("toy", "toy"), ("pebbles", "pebbles")]
    assert list(games) == ["toy"]


def test_a_game_of_ours_is_found_without_a_look_and_keeps_its_name(games, folder, clock):
    install(folder, "toy")
    clock.a_look_later()
    assert games["toy"] is OURS["toy"]
    assert len(games) == 1
    assert "there is a game toy already" in games.skipped[0].reason


def test_the_folder_may_come_and_go_and_be_another_one(folder, clock, tmp_path):
    places = [None, tmp_path / "nowhere", folder]
    games = Games(OURS, lambda: places[0], clock)
    install(folder)
    for names in (["toy"], ["toy"], ["toy", "pebbles"]):
        clock.a_look_later()
        assert list(games) == names
        if len(places) > 1:
            del places[0]
    places[0] = None
    clock.a_look_later()
    assert list(games) == ["toy"]


def test_a_folder_that_cannot_be_looked_at_changes_nothing(games, folder, clock, monkeypatch):
    install(folder)
    clock.a_look_later()
    assert "pebbles" in games

    def away(self: Path, **_: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied", str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "stat", away)
        clock.a_look_later()
        assert "pebbles" in games


def test_many_threads_see_whole_tables_and_one_object_of_each_version(games, folder, clock):
    install(folder)
    games.refresh()
    seen: dict[str, set[int]] = {"1": set(), "2": set()}
    kept: list[Game] = []
    troubles: list[list[str]] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            clock.a_look_later()
            table = games.snapshot()
            if list(table) != ["toy", "pebbles"]:
                troubles.append(list(table))
            kept.append(table["pebbles"])
            seen[table["pebbles"].version].add(id(table["pebbles"]))

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    install(folder, version="2")
    deadline = time.monotonic() + 30
    while not seen["2"] and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert [len(ids) for ids in seen.values()] == [1, 1]


FORK = """
import os, pathlib, sys, threading
from games.registry import Games
folder = pathlib.Path(sys.argv[1])
go, held, done = threading.Event(), threading.Event(), threading.Event()
games = Games({}, lambda: folder if go.is_set() else None)
def hold():
    with games._lock:
        held.set()
        done.wait()
threading.Thread(target=hold, daemon=True).start()
held.wait()
go.set()
child = os.fork()
if child == 0:
    games.refresh()
    os._exit(0 if "pebbles" in games else 1)
os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_child_of_a_process_in_which_a_thread_was_looking_looks_by_itself(folder):
    install(folder)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", FORK, str(folder)], env=env, check=False, timeout=60
    )
    assert done.returncode == 0


def test_a_package_declares_one_game(monkeypatch):
    module = types.ModuleType("somewhere.game")
    monkeypatch.setitem(sys.modules, "somewhere", types.ModuleType("somewhere"))
    monkeypatch.setitem(sys.modules, "somewhere.game", module)
    with pytest.raises(ImportError, match="it has 0"):
        declared_in("somewhere")
    module.GAME = module.SAME = OURS["toy"]  # type: ignore[attr-defined]
    assert declared_in("somewhere") is OURS["toy"]
    module.OTHER = Toy()  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="it has 2"):
        declared_in("somewhere")


def test_a_game_is_imported_when_it_is_looked_up_and_no_other():
    code = """
import sys
from games.registry import GAMES, OURS
loaded = lambda: [name for name in OURS if f"games.{name}.game" in sys.modules]
assert loaded() == [] and "snake" in GAMES and len(OURS) == 5 and list(OURS)[0] == "snake"
assert loaded() == [], loaded()
assert GAMES["snake"].name == "snake"
assert loaded() == ["snake"] and "numpy" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 0


def test_a_declared_game_has_the_name_of_its_package(monkeypatch):
    module = types.ModuleType("somewhere.game")
    module.GAME = OURS["toy"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "somewhere", types.ModuleType("somewhere"))
    monkeypatch.setitem(sys.modules, "somewhere.game", module)
    with pytest.raises(ImportError, match="the game in somewhere is called 'toy'"):
        Declared("somewhere")["somewhere"]
    with pytest.raises(KeyError):
        Declared("somewhere")["toy"]
