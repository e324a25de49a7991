"""Installing games: built, tried, and put in their place whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import Setup
from games.foreign.fields import ManifestError
from games.foreign.game import FOLDER, ForeignGame, own_replay
from games.foreign.installed import FILES, load, read_table
from games.foreign.manifest import Manifest
from games.foreign.tests.sample import SMALL, changed
from games.tests.toy import Toy
from sandbox.artifacts import manifest_of, materialize
from sandbox.builds import build
from sandbox.errors import BuildError, SandboxError
from sandbox.foreign.install.installing import VERSIONS, build_program, clear, install, remove
from sandbox.judger.job import Job, LogicJob, SeatJob
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language
from sandbox.languages.cpp import CPP
from sandbox.languages.python import PYTHON
from sandbox.limits import Limits
from sandbox.tests.foreign.games import LOGICS, bot, highest, nim
from sandbox.tests.foreign.test_host import replay_of
from sandbox.tests.matches import Played, play_job

KINDS: dict[str, Language] = {".py": PYTHON, ".cpp": CPP}
EXAMPLE_LOGICS = Path(__file__).parents[3] / "examples" / "logics"
EXAMPLES = sorted(path.parent for path in EXAMPLE_LOGICS.glob("*/logic.*"))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    return tmp_path / "games"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of games with version 1 of a game in Python."""
    folder = tmp_path_factory.mktemp("shelf")
    install(highest(folder / "in"), folder / "games", {}, lambda _line: None)
    return folder / "games"


@pytest.fixture
def stocked(shelf: Path, games: Path) -> Path:
    """The same in the place of a test's own games."""
    return shutil.copytree(shelf, games, symlinks=True)


@pytest.fixture
def log() -> list[str]:
    return []


def built(name: str, source: Path) -> SeatJob:
    """A player of one source file, built as an upload of it would be."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(source, Path(folder, f"main{source.suffix}"))
        artifact = build(Path(folder), KINDS[source.suffix], lambda _line: None)
    program = materialize(artifact.data, artifact.sha256)
    return SeatJob(name, program, manifest_of(program).argv)


def match_of(game: ForeignGame, *players: SeatJob) -> Played:
    """A match of an installed game."""
    assert game.program is not None
    with game.program.open("rb") as file:
        program = materialize(file, game.sha256)
    rules = game.rulesets[0]
    job = Job(
        match="installed",
        game=game.name,
        setup=Setup(rules.seated([player.name for player in players]), 1, rules.name, rules.params),
        seats=players,
        limits=replace(Limits.of_ruleset(rules), memory_mb=128),
        wall_s=60,
        logic=LogicJob(program, manifest_of(program).argv, game.manifest.raw),
    )
    return play_job(job)


def bots(folder: Path, *numbers: int) -> list[SeatJob]:
    """Players that always say these numbers."""
    found = []
    for number in numbers:
        source = folder / f"{number}.py"
        source.write_bytes(bot(number))
        found.append(built(f"says {number}", source))
    return found


def test_a_game_in_python_is_installed_and_played(tmp_path, games, log):
    done = install(highest(tmp_path / "in"), games, {}, log.append)
    assert done.scores == (0, 0)
    assert list(read_table(games, {}).games) == ["highest"]
    played = match_of(done.game, *bots(tmp_path, 2, 8))
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [0, 4]
    assert played.of("header")[0]["game"] == "highest"


def test_a_game_in_cpp_is_installed_and_played(tmp_path, games, log):
    game = install(nim(tmp_path / "in"), games, {}, log.append).game
    played = match_of(game, *bots(tmp_path, 3, 3))
    assert [seat["score"] for seat in played.result["outcome"]["seats"]] == [1, 0]
    assert own_replay(replay_of(played)) == b"333"
    assert [seat["end"] for seat in played.result["outcome"]["seats"]] == ["ok", "illegal"]


def test_a_team_wins_by_the_points_of_its_members_together(tmp_path, games, log):
    members = {"seats": 4, "teams": [1, 2, 2, 1], "config": {"rounds": 3, "time": 5}}
    game = install(highest(tmp_path / "in", **members), games, {}, log.append).game
    played = match_of(game, *bots(tmp_path, 1, 2, 9, 3))
    seats = played.result["outcome"]["seats"]
    assert [seat["score"] for seat in seats] == [0, 0, 3, 0]
    assert [seat["rank"] for seat in seats] == [3, 1, 1, 3]
    assert played.result["outcome"]["reason"] == "3 to 0 in points"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda folder: folder.name)
def test_a_logic_written_for_the_protocol_alone_plays_here_unchanged(tmp_path, games, log, example):
    (logic,) = example.glob("logic.*")
    (tmp_path / "in" / "src").mkdir(parents=True)
    shutil.copy(logic, tmp_path / "in" / "src" / f"main{logic.suffix}")
    manifest = {"name": "example", "title": "Example", "version": "1", "seats": 2}
    manifest |= {"language": KINDS[logic.suffix].name, "source": "src", "config": {"time": 5}}
    (tmp_path / "in" / "game.json").write_text(json.dumps(manifest))
    game = install(tmp_path / "in", games, {}, log.append).game
    sources = [path for path in sorted(example.iterdir()) if path != logic]
    players = [built(path.stem, path) for path in sources if path.suffix in KINDS]
    played = match_of(game, *players)
    ends = [seat["end"] for seat in played.result["outcome"]["seats"]]
    assert ends == ["ok", "ok"]
    assert max(seat["score"] for seat in played.result["outcome"]["seats"]) > 0
    assert own_replay(replay_of(played))
    assert played.of("frame")[-1]["key"]["state"] > 1


def test_a_program_that_needs_no_building_is_taken_as_it_is(tmp_path, games, log):
    folder = highest(tmp_path / "in", language=None, command=["run.sh", "main.py"])
    (folder / "run.sh").write_text('#!/bin/sh\nexec /usr/bin/python3 "/program/$1"\n')
    with pytest.raises(ManifestError, match=r"chmod \+x run.sh"):
        install(folder, games, {}, log.append)
    (folder / "run.sh").chmod(0o755)
    assert install(folder, games, {}, log.append).scores == (0, 0)


def test_the_rules_page_has_the_games_rules_and_those_of_the_protocol(tmp_path, stocked, log):
    game = load(stocked / "highest")
    rules = (game.folder / "RULES.md").read_text()
    assert rules.startswith("# Highest\n")
    assert "## Points" in rules
    assert "## How a bot talks with the game" in rules
    limits = (
        "- A match: at most 3600 s, 100000 frames in its replay and 64 MB of texts for watchers."
    )
    assert limits in rules
    assert "- A bot: 2 s of wall time for an answer, 128 MB of memory." in rules
    assert limits in (game.folder / FILES / "kit" / "README.md").read_text()
    game = install(nim(tmp_path / "nim"), stocked, {}, log.append).game
    assert (game.folder / "RULES.md").read_text().startswith("# Nim\n")
    assert (game.static_folder / "view.js").is_file()


def test_another_version_takes_the_place_at_once_and_the_one_before_stays(tmp_path, stocked, log):
    (first,) = (stocked / VERSIONS).iterdir()
    for version in ("2", "3"):
        folder = highest(tmp_path / "in", version=version)
        newest = install(folder, stocked, {}, log.append).game
    assert newest.version == "3"
    assert load(stocked / "highest").version == "3"
    assert not first.exists()
    assert len(list((stocked / VERSIONS).iterdir())) == 2
    assert sorted(path.name for path in stocked.iterdir()) == [VERSIONS, "highest"]


def test_the_same_version_may_be_installed_again(tmp_path, stocked, log):
    assert install(highest(tmp_path / "in"), stocked, {}, log.append).game.version == "1"
    assert len(list((stocked / VERSIONS).iterdir())) == 1


def test_two_versions_at_once_are_both_tried_and_one_of_them_stays(tmp_path, games, log):
    folders = [highest(tmp_path / v, version=v, config={"rounds": 2, "time": 1}) for v in "12"]
    with ThreadPoolExecutor() as pool:
        made = list(pool.map(lambda folder: install(folder, games, {}, log.append), folders))
    assert sorted(done.game.version for done in made) == ["1", "2"]
    assert load(games / "highest").version in ("1", "2")
    assert sorted(path.name for path in games.iterdir()) == [VERSIONS, "highest"]
    assert len(list((games / VERSIONS).iterdir())) == 2


def test_two_games_at_once_cannot_both_have_a_house_bot_of_one_name(tmp_path, games, log):
    folders = [highest(tmp_path / name, name=name) for name in ("north", "south")]

    def attempt(folder: Path) -> str:
        try:
            return install(folder, games, {}, log.append).game.name
        except ManifestError as error:
            return str(error)

    with ThreadPoolExecutor() as pool:
        words = sorted(pool.map(attempt, folders))
    assert words[0] == "bots: another game has a house bot modest; rename it"
    assert words[1] in ("north", "south")
    assert list(read_table(games, {}).games) == words[1:]


@pytest.mark.parametrize(
    ("path", "words"),
    [("RULES.md", "rules: RULES.md is larger than 256 KB"),
     ("kit/README.md", "kits: Python kit: README.md is larger than 256 KB")],
)  # fmt: skip
def test_a_text_that_pages_would_not_render_is_refused(tmp_path, games, log, path, words):
    folder = highest(tmp_path / "in")
    (folder / path).write_text("# A\n" * 65_536)
    with pytest.raises(ManifestError, match=words):
        install(folder, games, {}, log.append)


def test_the_readme_lists_all_languages():
    readme = (FOLDER / "README.md").read_text()
    assert all(f"`{name}`" in readme for name in LANGUAGES)


def test_a_kit_in_an_unknown_language_is_refused(tmp_path, games, log):
    kits = [{"language": "cobol", "title": "COBOL kit", "folder": "kit"}]
    with pytest.raises(ManifestError, match="kits: COBOL kit: language must be one of c, cpp"):
        install(highest(tmp_path / "in", kits=kits), games, {}, log.append)


def test_what_an_installation_that_was_killed_left_is_cleared_away(stocked):
    for name, age in ((".new-old", 2 * 86400), (".new-now", 0)):
        (stocked / name).mkdir()
        os.utime(stocked / name, (time.time() - age,) * 2)
    clear(stocked)
    assert sorted(path.name for path in stocked.iterdir()) == [".new-now", VERSIONS, "highest"]


def test_the_files_of_a_removed_game_are_cleared_away_after_a_day(stocked):
    (place,) = (stocked / VERSIONS).iterdir()
    old = (time.time() - 2 * 86400,) * 2
    os.utime(place, old)
    clear(stocked)
    assert place.is_dir()
    remove("highest", stocked)
    clear(stocked)
    assert place.is_dir()
    os.utime(place, old)
    clear(stocked)
    assert not place.exists()


def test_a_game_is_removed(stocked):
    assert list(read_table(stocked, {}).games) == ["highest"]
    assert remove("highest", stocked)
    assert not remove("highest", stocked)
    assert not remove("../games", stocked)
    assert not remove("", stocked)
    assert read_table(stocked, {}).games == {}


@pytest.mark.parametrize(
    ("members", "error", "words"),
    [
        ({"name": "toy"}, ManifestError, "there is a game toy already"),
        ({"language": "cobol"}, ManifestError, "language must be one of"),
        ({"language": "cpp"}, ManifestError, "source: "),
        ({"source": "nowhere"}, ManifestError, "there is no folder nowhere"),
        ({"language": None, "command": ["no.sh"]}, ManifestError, "has no such file"),
        ({"config": {"wrong": "crash", "wrong_in": 1}}, SandboxError, "the board is gone"),
        ({"config": {"wrong": "seats"}}, SandboxError, "no score to seat 1"),
        ({"config": {"wrong": "silent"}, "logic_limits": {"silent_s": 1}}, SandboxError, "nothing"),
    ],
)
def test_what_cannot_be_used_is_refused_and_the_version_before_stays(
    tmp_path, stocked, log, members, error, words
):
    bad = highest(tmp_path / "bad", version="2", **members)
    with pytest.raises(error, match=words):
        install(bad, stocked, {"toy": Toy()}, log.append)
    assert load(stocked / "highest").version == "1"
    assert sorted(path.name for path in stocked.iterdir()) == [VERSIONS, "highest"]


def test_a_program_that_does_not_build_is_refused_with_the_log(tmp_path, games, log):
    folder = nim(tmp_path / "in")
    (folder / "main.cpp").write_text("int main() { return pebbles; }")
    with pytest.raises(BuildError):
        install(folder, games, {}, log.append)
    assert "pebbles" in "".join(log)


def test_kits_and_bots_are_not_part_of_the_program(stocked):
    game = load(stocked / "highest")
    assert game.program is not None
    with game.program.open("rb") as file:
        program = materialize(file, game.sha256)
    assert not {"bots", "kit", "game.json"} & {path.name for path in program.iterdir()}
    assert (LOGICS / "logic.py").read_bytes() == (program / "main.py").read_bytes()
    assert json.loads((game.folder / "game.json").read_text()) == game.manifest.raw


def test_a_logic_may_be_one_of_the_programs_that_a_project_builds(tmp_path):
    (tmp_path / "Makefile").write_text("all: judge client\n%: %.c\n\tgcc -o $@ $<\n")
    for name in ("judge", "client"):
        (tmp_path / f"{name}.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "judge").write_bytes(b"\x7fELF" + bytes(100))
    manifest = Manifest.from_json(changed(SMALL, language="make", program="judge"))
    log: list[str] = []
    build_program(tmp_path, manifest, log.append)
    assert "Left out: judge (a Linux executable).\n" in log
    assert "The program is judge.\n" in log
