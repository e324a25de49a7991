"""Manifests: valid fields are taken as they are, and errors name the field."""

from __future__ import annotations

import json

import pytest

from games.engine import TurnLimits, ranks_of
from games.foreign.fields import ManifestError
from games.foreign.game import NoEngine, by_side, game_of
from games.foreign.installed import check_title
from games.foreign.manifest import FILE, Manifest
from games.foreign.tests.sample import SMALL, WHOLE, changed
from games.tests.sampling import setups
from games.tests.toy import Toy

KIT = {"language": "cpp", "title": "C++ kit", "folder": "kit"}
BOT = {"name": "a", "language": "cpp", "folder": "a", "proving": True}


def test_a_whole_manifest_becomes_a_game_with_its_rulesets():
    manifest = Manifest.from_json(WHOLE)
    duel, crowd = manifest.rulesets
    assert (duel.name, duel.seats, duel.memory_mb) == ("duel", 2, 128)
    assert duel.limits == TurnLimits(cpu_ms=1500, wall_ms=1500)
    assert duel.params == {"config": {"pebbles": 21}}
    assert (duel.bank_ms, duel.pondering) == (None, True)
    assert crowd.limits == TurnLimits(cpu_ms=500, wall_ms=1000)
    assert crowd.params == {"config": {"pebbles": 41}, "turn_cpu_s": 0.5}
    assert crowd.bank_ms == 20000
    assert manifest.limits.memory_mb == 512
    assert (manifest.command, manifest.language) == (("/usr/bin/python3", "main.py"), "")


def test_a_small_manifest_has_the_protocols_usual_limits():
    manifest = Manifest.from_json(SMALL)
    (rules,) = manifest.rulesets
    assert (rules.name, rules.seats, rules.params) == ("standard", 2, {"config": {}})
    assert rules.limits.wall_ms == 3000
    assert not rules.pondering
    assert (manifest.limits.frames, manifest.limits.match_s) == (100_000, 3600)
    assert (manifest.language, manifest.source, manifest.replay_suffix) == ("cpp", ".", "")


def test_a_ruleset_may_have_teams():
    assert Manifest.from_json(SMALL).rulesets[0].teams == ()
    assert Manifest.from_json(changed(SMALL, teams=[1, 2])).rulesets[0].teams == (1, 2)
    pairs = {"name": "pairs", "title": "Pairs", "seats": 4, "teams": [1, 2, 2, 1]}
    manifest = Manifest.from_json(changed(SMALL, seats=None, rulesets=[pairs]))
    (rules,) = manifest.rulesets
    assert [seat.team for seat in rules.seated("abcd")] == [1, 2, 2, 1]


def test_a_team_has_the_points_of_its_members_and_one_rank():
    assert ranks_of(by_side([3, 5, 5, 1], [])) == [3, 1, 1, 4]
    assert ranks_of(by_side([3, 5, 5, 1], [0, 0, 0, 0])) == [3, 1, 1, 4]
    assert ranks_of(by_side([3, 5, 1, 1], [1, 1, 2, 2])) == [1, 1, 3, 3]
    assert ranks_of(by_side([0, 9, 5, 5], [1, 1, 2, 2])) == [3, 3, 1, 1]
    assert ranks_of(by_side([1, 2, 2, 1], [1, 1, 2, 2])) == [1, 1, 1, 1]
    assert ranks_of(by_side([], [])) == []


def test_a_manifest_is_read_again_from_what_it_was_read_from():
    manifest = Manifest.from_json(WHOLE)
    assert Manifest.from_json(json.loads(json.dumps(manifest.raw))) == manifest


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"title": None}, "title must be a text"),
        ({"title": "\u200d\ufe0f"}, "title must have a letter, a digit or a sign"),
        ({"title": "\u3164"}, "title must have no character that nobody sees"),
        ({"title": "Snake\u2800"}, "title must have no character that nobody sees"),
        ({"titel": "Pebbles"}, "titel is not a field"),
        ({"name": "Big Pebbles"}, "name must be a-z"),
        ({"seats": 0}, "seats must be a whole number from 1 to 16; it is 0"),
        ({"seats": True}, "seats must be a whole number"),
        ({"command": ["./main"]}, "one of command and language"),
        ({"language": None}, "one of command and language"),
        ({"language": None, "command": "./main"}, "command must be a list of words"),
        ({"language": None, "command": ["python3", "main.py"]}, "write /usr/bin/python3"),
        ({"language": None, "command": ["/etc/passwd"]}, "below /usr"),
        ({"language": None, "command": ["../main"]}, "must not lead out"),
        ({"source": "/src"}, "source must be a path within"),
        ({"rules": "../secret"}, "rules must be a path within"),
        ({"limits": {"turn_s": "fast"}}, "limits.turn_s must be a number of seconds"),
        ({"limits": {"turn_ms": 5}}, "limits.turn_ms is not a field"),
        ({"limits": []}, "limits must be an object"),
        ({"logic_limits": {"memory_mb": 1}}, "logic_limits.memory_mb must be a whole number"),
        ({"rulesets": [{"name": "a", "title": "A", "seats": 2}]}, "seats belongs into each"),
        ({"seats": None, "rulesets": []}, "rulesets must have at least one"),
        ({"seed_field": "seed", "config": "x"}, "config must be an object"),
        ({"replay_suffix": "../x"}, "replay_suffix must be letters"),
        ({"replay_type": "text html"}, "replay_type must be a content type"),
        ({"logic_limits": {"frames": 0}}, "logic_limits.frames must be a whole number"),
        ({"bots": [{"name": "a", "language": "cpp", "folder": "a"}]}, "proving true in exactly"),
        ({"bots": [{"name": "a/b", "language": "cpp", "folder": "a"}]}, r"bots\[0\].name must be"),
        ({"kits": [{"language": "cpp", "title": "C", "folder": ".."}]}, r"kits\[0\].folder must"),
        ({"kits": [{**KIT, "seats": 0}]}, r"kits\[0\].seats must be a list of numbers of seats"),
        ({"kits": [{**KIT, "seats": []}]}, r"kits\[0\].seats must be a list of numbers"),
        (
            {"kits": [{**KIT, "seats": [1, 1]}]},
            "seats must be a list of numbers of seats, each once",
        ),
        ({"kits": [{**KIT, "seats": [2]}]}, "seats must be numbers from 0 to 1"),
        ({"bots": [{**BOT, "seats": [True]}]}, r"bots\[0\].seats must be a list of numbers"),
        ({"pondering": 1}, "pondering must be true or false"),
        ({"teams": 2}, "teams must be a list with the number of a team for every seat; it is 2"),
        ({"teams": [1, 2, 1]}, "teams must be a list with the number of a team for every seat"),
        ({"teams": [1, True]}, "teams must be a list"),
        ({"teams": [1, 1]}, "teams must number at least two teams from 1"),
        ({"teams": [1, 3]}, "teams must number at least two teams from 1, and leave none out"),
        ({"teams": [0, 1]}, "teams must number at least two teams from 1"),
        ({"seats": None, "teams": [1, 2], "rulesets": [{}]}, "teams belongs into each of rulesets"),
        ({"title": "Peb\u202ebles"}, r"title must have no character that nobody sees; .*\\u202e"),
        ({"tagline": "a\x1b[2J"}, r"tagline must have no character .*\\x1b"),
        ({"title": "Sn\u0430ke"}, "title must have letters of one script in each word"),
        ({"title": "\uff33nake"}, "title must have letters of one script"),
        ({"title": "\ud800"}, r"title has a character that is none"),
        ({"config": {"a": ["\0"]}}, r"config.a\[0\] has a character that is none"),
        ({"config": {"a": 10**400}}, "config.a must be a number below 2"),
        ({"limits": {"turn_s": float("nan")}}, "limits.turn_s must be a number below 2"),
        ({"limits": {"turn_s": 10**400}}, "limits.turn_s must be a number below 2"),
        ({"a\x1b[2J": 1}, r"^a\\x1b\[2J is not a field"),
        ({"replay_suffix": "exe"}, "replay_suffix must be one of files that no computer runs"),
        ({"replay_suffix": "json.html"}, "replay_suffix must be one of files that no computer"),
        ({"replay_type": "image/svg+xml"}, "replay_type must be one that no browser runs"),
        ({"rules": "x" * 100 + "é" * 90}, "rules must have names of at most 255 bytes"),
        (
            {"kits": [{"language": "cpp", "title": "C", "folder": "./"}]},
            r"kits\[0\].folder must be",
        ),
        ({"bots": [{}] * 17}, "bots must have at most 16 entries"),
    ],
)
def test_an_error_names_the_field_and_what_to_write(members, words):
    with pytest.raises(ManifestError, match=words):
        Manifest.from_json(changed(SMALL, **members))


def test_kits_and_bots_may_name_the_seats_that_they_play():
    members = {"kits": [{**KIT, "seats": [0]}], "bots": [{**BOT, "seats": [1, 0]}]}
    manifest = Manifest.from_json(changed(SMALL, **members))
    assert (manifest.kits[0].seats, manifest.bots[0].seats) == ((0,), (0, 1))
    assert Manifest.from_json(WHOLE).kits[0].seats == ()


def test_only_a_limit_of_its_own_bounds_the_cpu_time_of_a_turn():
    duel, crowd = Manifest.from_json(WHOLE).rulesets
    assert (duel.turn_cpu_bound, crowd.turn_cpu_bound) == (False, True)


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_what_is_no_object_is_no_manifest(data):
    with pytest.raises(ManifestError, match="must be an object"):
        Manifest.from_json(data)


def test_titles_in_all_scripts_are_welcome():
    for title in ("Żółw", "XGHJ 小蛇", "שלום", "Δ-Chess", "Игра", "3×3", "小蛇：大战"):
        assert Manifest.from_json(changed(SMALL, title=title)).title == title


def test_a_title_that_looks_like_that_of_another_game_is_refused():
    toy = Toy()
    for title in ("\u0422\u043e\u0443", "TOY", "T0y", "Toy"):
        game = game_of(Manifest.from_json(changed(SMALL, title=title)))
        with pytest.raises(ManifestError, match="title looks like Toy, the title of the game toy"):
            check_title(game, {"toy": toy})
    check_title(game_of(Manifest.from_json(SMALL)), {"toy": toy})


def test_a_name_that_is_there_twice_is_refused(tmp_path):
    (tmp_path / FILE).write_text('{"seats": 2, "seats": 3}')
    with pytest.raises(ManifestError, match=r"^seats is there twice"):
        Manifest.read(tmp_path)


@pytest.mark.parametrize("text", [b"{", b"[" * 100_000, b" " * 70_000, b"\xff"])
def test_a_file_that_holds_no_manifest_is_refused(tmp_path, text):
    (tmp_path / FILE).write_bytes(text)
    with pytest.raises(ManifestError):
        Manifest.read(tmp_path)


def test_a_folder_without_a_manifest_is_refused(tmp_path):
    with pytest.raises(ManifestError, match="cannot be read"):
        Manifest.read(tmp_path)


def test_the_game_of_a_manifest_has_its_texts_bots_and_export(tmp_path):
    game = game_of(Manifest.from_json(WHOLE), tmp_path)
    assert (game.name, game.title, game.version) == ("pebbles", "Pebbles", "3")
    assert [bot.name for bot in game.house if bot.proving] == ["greedy"]
    assert game.house[0].source == tmp_path / "bots/greedy"
    assert game.kits[0].folder == tmp_path / "kit"
    assert [(e.name, e.suffix) for e in game.exports] == [("replay", "txt")]
    assert game.ruleset("crowd").seats == 4


def test_the_rules_of_such_a_game_can_only_be_played_by_a_judger():
    game = game_of(Manifest.from_json(SMALL))
    with pytest.raises(ValueError, match="a program of its own"):
        NoEngine(setups(game)[0])
    with pytest.raises(ValueError, match="by a program"):
        game.wire(setups(game)[0], 0)
