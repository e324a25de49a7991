"""A recorded match is played again at home, and the first other answer is found."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cli import app as program
from games.bundle import Bundle, bundle, read
from games.engine import EndState, Fault
from games.package import house_files
from games.registry import GAMES
from games.replay import ReplayReader
from sandbox.play.replaying import CannotStart, Choice, Place, replay

BOTS = {
    "snake": ("gardener", "drifter"),
    "generals": ("settler", "stray"),
    "microwars": ("gunner", "straggler"),
    "xghj": ("turtle",),
    "lost_in_space": ("camper", "stalker"),
}
"""House bots in Python; the first one of each game plays again."""

RUN = "import runpy, sys; sys.path.insert(0, '.'); runpy.run_path('main.py', run_name='__main__')"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A game's recorded match from seat 0, and the folder of the bot that played there."""
    found: dict[str, tuple[Bundle, Path]] = {}

    def recorded(name: str) -> tuple[Bundle, Path]:
        if name not in found:
            folder = tmp_path_factory.mktemp(name)
            found[name] = _record(name, folder), _bot(name, folder / "bot")
        return found[name]

    return recorded


def _record(name: str, folder: Path) -> Bundle:
    path = folder / "match.jsonl.gz"
    bots = [f"house:{bot}" for bot in BOTS[name]]
    program.main(["play", name, *bots, "--seed", "5", "--replay", str(path)])
    with open(path, "rb") as file:
        return read(bundle(GAMES[name], ReplayReader(file), 0, {"match": 1}))


def _bot(name: str, folder: Path) -> Path:
    game = GAMES[name]
    house = next(bot for bot in game.house if bot.name == BOTS[name][0])
    for inside, data in house_files(house, game.kits).items():
        path = folder / inside
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def command(folder: Path) -> list[str]:
    start = f"import os; os.chdir({str(folder)!r}); {RUN}"
    return [sys.executable, "-c", start]


def questions(recorded: Bundle) -> int:
    return sum(bool(message.question) for game in recorded.games for message in game.messages)


def whole(recorded: Bundle) -> Choice:
    return Choice(range(len(recorded.games)))


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_bot_gives_the_same_answers_in_every_game(recorded, name):
    again, folder = recorded(name)
    places: list[Place] = []
    found = replay(GAMES[name], again, command(folder), whole(again), places.append)
    assert found.difference is None
    assert found.faults == ()
    assert found.answers > 20
    assert len(places) == questions(again)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_another_answer_on_record_is_found_at_its_turn(recorded, name):
    again, folder = recorded(name)
    game = again.games[0]
    asked = [n for n, m in enumerate(game.messages) if m.question and m.question.reply is not None]
    at = asked[len(asked) // 2]
    message = game.messages[at]
    assert message.question is not None
    changed = replace(message, question=replace(message.question, reply={"other": 1}))
    messages = [*game.messages[:at], changed, *game.messages[at + 1 :]]
    other = replace_game(again, messages)

    found = replay(GAMES[name], other, command(folder), whole(again))
    assert found.difference is not None
    assert (found.difference.place.turn, found.difference.place.frame) == (
        message.turn,
        message.frame,
    )
    assert found.difference.recorded == '{"other":1}'
    assert found.answers == len(asked) // 2


def replace_game(bundle: Bundle, messages) -> Bundle:
    return replace(bundle, games=[replace(bundle.games[0], messages=messages), *bundle.games[1:]])


def test_a_bot_that_was_changed_stops_exactly_there(recorded, tmp_path):
    again, folder = recorded("snake")
    other = tmp_path / "other"
    for path in folder.iterdir():
        if path.is_file():
            (other / path.name).parent.mkdir(exist_ok=True)
            (other / path.name).write_bytes(path.read_bytes())
    (other / "gardener.py").write_bytes((other / "strategy.py").read_bytes())
    (other / "strategy.py").write_text(
        "import gardener\n"
        "def choose(state):\n"
        "    op = gardener.choose(state)\n"
        "    return next(o for o in state.legal_ops() if o != op) if state.round == 40 else op\n"
    )
    found = replay(GAMES["snake"], again, command(other), whole(again))
    assert found.difference is not None
    assert (found.difference.place.game, found.difference.place.turn) == (0, 40)


def test_a_replay_begins_later_with_the_history_at_once(recorded):
    again, folder = recorded("snake")
    last = again.games[0].messages[-1].turn
    places: list[Place] = []
    choice = Choice([0], from_turn=last - 4)
    found = replay(GAMES["snake"], again, command(folder), choice, places.append)
    assert found.difference is None
    late = [m for m in again.games[0].messages if m.question and m.turn >= last - 4]
    assert [place.frame for place in places] == [message.frame for message in late]
    assert 0 < found.answers == len(late)


def test_a_bot_that_ends_is_found_with_its_status(recorded):
    again, _ = recorded("snake")
    found = replay(
        GAMES["snake"], again, [sys.executable, "-c", "raise SystemExit(3)"], whole(again)
    )
    assert found.difference is not None
    assert "exit status 3" in found.difference.now


def test_a_bot_that_is_silent_is_stopped_by_the_clock(recorded):
    again, _ = recorded("snake")
    head = {**again.head, "limits": {"cpu_ms": 100, "wall_ms": 100}}
    silent = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    found = replay(GAMES["snake"], replace(again, head=head), silent, whole(again))
    assert found.difference is not None
    assert "within 0.1 s" in found.difference.now


def test_without_clocks_an_answer_may_take_longer_than_its_limit(recorded):
    again, folder = recorded("snake")
    head = {**again.head, "limits": {"cpu_ms": 1, "wall_ms": 1}}
    fast = replace(again, head=head)
    choice = Choice([0], from_turn=again.games[0].messages[-1].turn - 2, clocks=False)
    assert replay(GAMES["snake"], fast, command(folder), choice).difference is None


def test_a_recorded_failure_is_shown_beside_the_answer_of_now(recorded):
    again, folder = recorded("snake")
    game = again.games[0]
    at = max(n for n, message in enumerate(game.messages) if message.question)
    message = game.messages[at]
    assert message.question is not None
    failed = replace(message.question, reply=Fault(EndState.TIMEOUT, "it was too late"))
    messages = [*game.messages[:at], replace(message, question=failed)]
    found = replay(GAMES["snake"], replace_game(again, messages), command(folder), Choice([0]))
    assert found.difference is None
    ((place, words),) = found.faults
    assert place.frame == message.frame
    assert words.startswith("it timed out: it was too late; now it answers ")


def test_a_command_that_starts_nothing_is_refused(recorded):
    again, _ = recorded("snake")
    with pytest.raises(CannotStart, match="no-such-program"):
        replay(GAMES["snake"], again, ["./no-such-program"], whole(again))
