"""The changelog of a game's rules, and the check that it names the rules as they are."""

from __future__ import annotations

import re
import shutil
from datetime import date

import pytest

from games.changes import FILE, RULES, ChangesError, changes_of, check, digest
from games.registry import GAMES
from games.tests.declared import check_package
from games.tests.sampling import ConformanceError, setups
from games.tests.toy import toy

ENTRY = """[[change]]
date = 2026-11-{day}
version = "{version}"
rules = "{rules}"
change = "Snakes are longer."
effect = "Bots need more room."
"""


def entry(day=21, version="1", rules=""):
    return ENTRY.format(day=day, version=version, rules=rules)


def write(folder, text, rules="# Rules\n"):
    (folder / RULES).write_text(rules)
    (folder / FILE).write_text(text)
    return folder


def test_changes_are_read_with_their_places(tmp_path):
    newest = entry(23, "2") + 'rulesets = ["blitz"]\n'
    first, last = changes_of(write(tmp_path, newest + entry()))
    assert (first.day, first.version, first.rulesets) == (date(2026, 11, 23), "2", ("blitz",))
    assert (first.anchor, last.anchor) == ("change-2", "change-1")
    assert (last.change, last.effect) == ("Snakes are longer.", "Bots need more room.")


def test_a_game_without_a_changelog_has_no_changes(tmp_path):
    assert changes_of(tmp_path) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("change = 1", "must consist of"),
        ("x =", "cannot be read"),
        ("x = " + "[" * 5000, "cannot be read"),
        (entry().replace("Bots need", r"\u001b[2JBots need"), "effect has a character that nobody"),
        (entry(21) + entry(23), "newest change must be first"),
        (entry().replace("effect", "result"), "change 1 from the end: it has"),
        (entry().replace("2026-11-21", '"yesterday"'), "must be a day"),
        (entry().replace("2026-11-21", "2026-11-21T10:00:00"), "must be a day"),
        (entry().replace("Bots need more room.", ""), "effect must be a text"),
        (entry().replace("Bots need more room.", "x" * 1001), "effect must be a text"),
        (entry() + "rulesets = [1]\n", "must be a list of names"),
        (entry() * 301, "at most 300 [[change]] tables"),
        ("change = " + "[" * 100_000, "cannot be read"),
        ("#" * (256 * 1024 + 1), "is larger than 256 KB"),
    ],
)
def test_a_broken_changelog_is_refused_with_a_reason(tmp_path, text, why):
    with pytest.raises(ChangesError, match=re.escape(why)):
        changes_of(write(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        "change." + "a." * 100_000 + "b = 1",
        '[[change]]\nchange = "' + "\\\\" * 100_000,
        "[[a]]\n" * 40_000,
    ],
    ids=["dots", "backslashes", "tables"],
)
@pytest.mark.timeout(60)  # quadratic time takes minutes
def test_a_changelog_is_refused_in_linear_time(tmp_path, text):
    with pytest.raises(ChangesError):
        changes_of(write(tmp_path, text))


def test_changed_rules_need_an_entry_of_their_digest(tmp_path):
    rules = "# Rules\n"
    write(tmp_path, entry(rules=digest(rules)))
    check(tmp_path, rules, "1")
    with pytest.raises(ChangesError, match=f'rules = "{digest(rules + "More.")}"'):
        check(tmp_path, rules + "More.", "1")
    with pytest.raises(ChangesError, match="names version 1, but the game has version 2"):
        check(tmp_path, rules, "2")
    write(tmp_path, "")
    with pytest.raises(ChangesError):
        check(tmp_path, rules, "1")


def test_the_conformance_of_a_game_includes_its_changelog(tmp_path):
    folder = tmp_path / "toy"
    shutil.copytree(toy().folder, folder)
    game = toy(folder=folder)
    check_package(game, setups(game)[0])
    with open(folder / RULES, "a") as file:
        file.write("\nA new rule.\n")
    with pytest.raises(ConformanceError, match=r"RULES\.md has changed since the newest entry"):
        check_package(game, setups(game)[0])
    (folder / FILE).unlink()
    with pytest.raises(ConformanceError, match=r"changes\.toml is missing"):
        check_package(game, setups(game)[0])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_names_its_rules_in_its_changelog(game):
    check(game.folder, (game.folder / RULES).read_text(encoding="utf-8"), game.version)
    known = {ruleset.name for ruleset in game.rulesets}
    assert {name for change in changes_of(game.folder) for name in change.rulesets} <= known
