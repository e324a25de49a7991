"""The example game as an organizer gets it: installed, and played whole by all that it ships."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import EndState, SeatSetup, Setup
from games.foreign.game import ForeignGame, own_replay
from games.package import house_files, kit_files
from sandbox.artifacts import File, manifest_of, materialize, write_files
from sandbox.builds import build
from sandbox.foreign.install.installing import install
from sandbox.foreign.install.trials import logic_of
from sandbox.judger.job import Job, SeatJob
from sandbox.languages import LANGUAGES
from sandbox.limits import Limits
from sandbox.tests.foreign.test_host import PROGRAMS, PYTHON, ends, events, replay_of, scores
from sandbox.tests.matches import Played, play_job

EXAMPLE = Path(__file__).parents[3] / "examples" / "games" / "thin_ice"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> ForeignGame:
    done = install(EXAMPLE, tmp_path_factory.mktemp("games"), {}, lambda _line: None)
    assert done.scores == (-1, 0), "of two that know nothing, the first one sinks and it is over"
    return done.game


def built(name: str, language: str, files: dict[str, bytes], folder: Path) -> SeatJob:
    write_files({path: File(content) for path, content in files.items()}, folder)
    artifact = build(folder, LANGUAGES[language], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    return SeatJob(name, program, manifest_of(program).argv)


@pytest.fixture(scope="module")
def kits(game: ForeignGame, tmp_path_factory: pytest.TempPathFactory) -> dict[str, SeatJob]:
    """The starter kits, uploaded as they are."""
    return {
        kit.language: built(
            kit.language, kit.language, kit_files(kit), tmp_path_factory.mktemp("kit")
        )
        for kit in game.kits
    }


@pytest.fixture(scope="module")
def house(game: ForeignGame, tmp_path_factory: pytest.TempPathFactory) -> dict[str, SeatJob]:
    return {
        bot.name: built(
            bot.name, bot.language, house_files(bot, game.kits), tmp_path_factory.mktemp("bot")
        )
        for bot in game.house
    }


def glider(how: str) -> SeatJob:
    return SeatJob(how, PROGRAMS, (*PYTHON, "/program/glider.py", how))


def play(game: ForeignGame, *seats: SeatJob, seed: int = 1, rules: int = 0, **config) -> Played:
    chosen = game.rulesets[rules]
    params = {**chosen.params, "config": {**chosen.params["config"], **config}}
    names = tuple(SeatSetup(number, seat.name) for number, seat in enumerate(seats))
    job = Job(
        match="a match of the example",
        game=game.name,
        setup=Setup(names, seed, chosen.name, params),
        seats=seats,
        limits=replace(Limits.of_ruleset(chosen), memory_mb=128),
        wall_s=300,
        logic=logic_of(game),
    )
    return play_job(job)


def lines_of(played: Played) -> list[str]:
    return own_replay(replay_of(played)).decode().splitlines()


class Lake:
    """Follows the game's own replay by the rules as people read them."""

    def __init__(self, lines: list[str]) -> None:
        assert lines[0] == "thin ice 1"
        self.seats, size = int(lines[1].split()[1]), int(lines[3].split()[1])
        self.rows = [list(row) for row in lines[4 : 4 + size]]
        assert {len(row) for row in self.rows} == {size}
        starts, moves = lines[4 + size : 4 + size + self.seats], lines[4 + size + self.seats :]
        self.at = [(int(x), int(y)) for _, _, x, y in map(str.split, starts)]
        self.fish = [0] * self.seats
        self.failed = [False] * self.seats
        self.moves = 0
        for word, *numbers in map(str.split, moves[:-1]):
            assert word in ("move", "fail")
            self.moves += 1
            if word == "move":
                self.glide(*map(int, numbers))
            else:
                self.sink(int(numbers[0]))
        self.points = [int(point) for point in moves[-1].removeprefix("end ").split()]

    def is_free(self, x: int, y: int) -> bool:
        inside = 0 <= x < len(self.rows) and 0 <= y < len(self.rows)
        others = [at for at, failed in zip(self.at, self.failed, strict=True) if not failed]
        return inside and self.rows[y][x] != "#" and (x, y) not in others

    def glide(self, seat: int, x: int, y: int) -> None:
        a, b = self.at[seat]
        assert (x, y) != (a, b)
        assert x == a or y == b or abs(x - a) == abs(y - b)
        dx, dy = (x > a) - (x < a), (y > b) - (y < b)
        while (a, b) != (x, y):
            assert self.is_free(a + dx, b + dy)
            self.rows[b][a] = "#"
            a, b = a + dx, b + dy
            self.at[seat] = a, b
            self.fish[seat] += int(self.rows[b][a])
            self.rows[b][a] = "0"

    def sink(self, seat: int) -> None:
        self.failed[seat] = True
        self.rows[self.at[seat][1]][self.at[seat][0]] = "#"

    def can_move(self, seat: int) -> bool:
        x, y = self.at[seat]
        near = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return not self.failed[seat] and any(self.is_free(*cell) for cell in near)


@pytest.mark.parametrize(
    "seats", [("python", "cpp"), pytest.param(("cpp", "python"), marks=pytest.mark.nightly)]
)
def test_both_kits_play_a_match_to_its_end_and_by_the_rules(game, kits, seats):
    played = play(game, *(kits[language] for language in seats))
    assert ends(played) == ["ok", "ok"]
    lake = Lake(lines_of(played))
    assert lake.points == lake.fish == scores(played)
    assert not any(lake.can_move(seat) for seat in range(2))
    assert min(lake.points) > 0
    assert [seat["faults"] for seat in played.result["seats"]] == [[], []]


def test_the_kits_are_the_same_bot(game, kits):
    """Both give the same answers."""
    first, second = (
        play(game, kits[a], kits[b], seed=9) for a, b in (("python", "cpp"), ("cpp", "python"))
    )
    assert lines_of(first) == lines_of(second)


def test_the_question_that_comes_with_a_kit_gets_an_answer(game):
    """As the README of the Python kit says it is tried."""
    python, cpp = (kit.folder for kit in game.kits)
    question = (python / "question.txt").read_bytes()
    assert question == (cpp / "question.txt").read_bytes()
    command = [sys.executable, "-B", str(python / "main.py")]
    done = subprocess.run(command, input=question, capture_output=True, check=True)
    assert done.stdout == b"\0\0\0\x034 0"


def test_four_house_bots_share_a_rink(game, house, kits):
    four = (house["puddle"], house["skimmer"], house["glacier"], kits["cpp"])
    played = play(game, *four, rules=1)
    assert ends(played) == ["ok"] * 4
    lake = Lake(lines_of(played))
    assert (lake.seats, len(lake.rows)) == (4, 13)
    assert lake.points == lake.fish == scores(played)
    assert not any(lake.can_move(seat) for seat in range(4))


def test_the_same_seed_and_bots_give_the_same_match_and_another_seed_another(game, kits):
    one, same, other = (
        lines_of(play(game, kits["cpp"], kits["cpp"], seed=seed))
        for seed in (2**53 - 1, 2**53 - 1, 4)
    )
    assert one == same
    assert one[2] == f"seed {2**53 - 1}"
    assert one[4:13] != other[4:13]


@pytest.mark.parametrize(("rules", "turns"), [(0, 2), (1, 4)])
def test_the_rink_looks_the_same_from_every_side(game, rules, turns):
    for seed in range(3):
        lines = lines_of(play(game, *[glider("quit")] * turns, seed=seed, rules=rules))
        size = len(Lake(lines).rows)
        rows = lines[4 : 4 + size]
        for y in range(size):
            for x in range(size):
                a, b = (size - 1 - x, size - 1 - y) if turns == 2 else (size - 1 - y, x)
                assert rows[y][x] == rows[b][a]


@pytest.mark.parametrize(
    ("how", "end", "why"),
    [
        *((how, EndState.ILLEGAL, "illegal") for how in ("words", "one", "three", "fraction")),
        *((how, EndState.ILLEGAL, "illegal") for how in ("huge", "outside", "empty", "zero")),
        *((how, EndState.ILLEGAL, "illegal") for how in ("stay", "other", "knight", "binary")),
        ("long", EndState.OUTPUT, "long"),
        ("negative", EndState.OUTPUT, "long"),
        ("crash", EndState.CRASH, "gone"),
        ("close", EndState.CLOSED, "gone"),
        ("quit", EndState.EXIT, "gone"),
        ("sleep", EndState.SILENT, "late"),
    ],
)
def test_a_player_that_fails_sinks_and_no_others_do(game, how, end, why):
    played = play(game, glider("steps"), glider(how), **({"seconds": 1} if why == "late" else {}))
    assert ends(played) == ["ok", end]
    lake = Lake(lines := lines_of(played))
    assert f"fail 1 {why}" in lines
    assert (lake.moves, scores(played)) == (6, [lake.fish[0], -1])
    assert events(played, "watch")[-1]["status"] == ["gliding", why]


def test_an_illegal_move_leaves_the_other_seats_ends_as_the_judger_knows_them(game):
    four = (glider("steps"), glider("crash"), glider("sleep"), glider("words"))
    played = play(game, *four, rules=1, seconds=1)
    assert ends(played) == ["ok", EndState.CRASH, EndState.SILENT, EndState.ILLEGAL]
    assert scores(played)[1:] == [-1, -1, -1]


def test_an_answer_too_many_is_nobodys_move(game):
    played = play(game, glider("twice"), glider("steps"))
    assert Lake(lines_of(played)).moves > 10
    assert ends(played) == ["ok", "ok"]


def test_the_program_says_what_it_cannot_play(game):
    for config, words in (({"size": 4}, "size must be 5 to 19"), ({"size": 99}, "size must be")):
        played = play(game, glider("steps"), glider("steps"), **config)
        assert words in played.error
        assert played.of("result") == []
    assert "2 to 4 seats are needed" in play(game, glider("steps")).error


def test_watchers_are_shown_the_rink_from_before_the_first_turn_on(game):
    played = play(game, glider("steps"), glider("quit"))
    told = [event["e"] for frame in played.of("frame") for event in frame["events"]]
    assert told[:3] == ["watch", "turn", "watch"]
    assert [json.loads(event["text"])["turn"] for event in events(played, "watch")] == [*range(7)]
